# Debian's xgboost-config.cmake names a targets file that the package lacks; the C API needs neither.
find_path(XGBOOST_INCLUDE xgboost/c_api.h)
find_library(XGBOOST_LIBRARY xgboost)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(XGBoostC REQUIRED_VARS XGBOOST_LIBRARY XGBOOST_INCLUDE)
if(XGBoostC_FOUND AND NOT TARGET XGBoost::C)
  add_library(XGBoost::C UNKNOWN IMPORTED)
  set_target_properties(XGBoost::C PROPERTIES IMPORTED_LOCATION ${XGBOOST_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${XGBOOST_INCLUDE})
endif()
