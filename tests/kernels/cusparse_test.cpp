// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE is opened where it is, and refused with a reason where it is not. Of the cases below one
// is skipped here; tests/lint runs the other where CUDA is hidden.
#include "kernels/baselines/cusparse.hpp"

#include "kernels/baselines/baselines.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace sptune::baselines {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Cusparse, tells_the_version_of_the_library_that_was_opened) {
  if (!cusparse_version()) GTEST_SKIP() << cusparse_version().error();
  int major = 0;
  int minor = 0;
  EXPECT_EQ(cusparseGetProperty(MAJOR_VERSION, &major), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(cusparseGetProperty(MINOR_VERSION, &minor), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(major, CUSPARSE_VER_MAJOR);
  EXPECT_THAT(cusparse_version().value(),
              StartsWith(std::to_string(major) + "." + std::to_string(minor) + "."));
}

TEST(Cusparse, is_refused_where_it_is_absent) {
  if (cusparse_version()) GTEST_SKIP() << "cuSPARSE " << cusparse_version().value();
  const auto reason =
      AllOf(HasSubstr("no cuSPARSE: libcusparse.so.12: "), HasSubstr("LD_LIBRARY_PATH"));
  EXPECT_THAT(cusparse_version().error(), reason);

  const Csr<double, std::int32_t> a{1, 1, {0, 1}, {0}, {1.0}};
  const AnyCsr any(a.view());
  AnyCsr on_device = any;  // as fit sees it: nothing is read there
  on_device.space = MemorySpace::device;
  on_device.columns = ColumnOrder::sorted;
  const Resources resources{1, std::int64_t{1} << 30};
  const Variant* const spmv = full_catalogue().find(Operation::spmv, Backend::cuda, "cusparse");
  const Variant* const spgemm = full_catalogue().find(Operation::spgemm, Backend::cuda, "cusparse");
  ASSERT_NE(spmv, nullptr);
  ASSERT_NE(spgemm, nullptr);
  const Fit spmv_fit = spmv->default_configuration().fit(SpmvProblem(on_device, resources));
  EXPECT_FALSE(spmv_fit);
  EXPECT_THAT(spmv_fit.reason, reason);
  const Fit spgemm_fit =
      spgemm->default_configuration().fit(sptune::spgemm::make_problem(any, any, resources));
  EXPECT_FALSE(spgemm_fit);
  EXPECT_THAT(spgemm_fit.reason, reason);

  cusparseHandle_t handle = nullptr;
  EXPECT_THROW((void)cusparseCreate(&handle), DeviceError);
}

}  // namespace
}  // namespace sptune::baselines
