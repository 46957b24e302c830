# SPDX-License-Identifier: BSD-3-Clause
"""Products of PyTorch's sparse CSR tensors on a GPU, as programs write them: `torch_cases.py FILE` computes all and
saves what came out, an exception by its name. torch_test.py runs it with the drop-in and without."""
import sys

import torch

DEVICE = "cuda"
DTYPES = (torch.float32, torch.float64, torch.complex64, torch.complex128, torch.float16)
SIZES = ((1, 1), (5, 7), (64, 64), (1000, 900), (3000, 3000))


def csr(rows, cols, dtype, index=torch.int32, seed=0, mean=6):
    """Every fifth row is empty; columns are sorted."""
    random = torch.Generator().manual_seed(seed)
    lengths = torch.randint(1, 2 * mean, (rows,), generator=random).clamp(max=cols)
    lengths[::5] = 0
    crow = torch.zeros(rows + 1, dtype=torch.int64)
    crow[1:] = torch.cumsum(lengths, 0)
    col = [torch.sort(torch.randperm(cols, generator=random)[:n])[0] for n in lengths.tolist()] \
        if cols <= 5000 else [torch.sort(torch.randint(0, cols // 32, (n,), generator=random) +
                                         torch.arange(n) * (cols // 32))[0] for n in lengths.tolist()]
    col = torch.cat(col) if rows else torch.zeros(0, dtype=torch.int64)
    values = torch.randn(int(crow[-1]), dtype=torch.float64, generator=random).to(dtype)
    return torch.sparse_csr_tensor(crow.to(index), col.to(index), values, (rows, cols), device=DEVICE)


def vector(n, dtype, seed=1):
    return torch.randn(n, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).to(dtype).to(DEVICE)


def spmv_repeated(rows, cols, dtype, index):
    a, x = csr(rows, cols, dtype, index), vector(cols, dtype)
    out = [a @ x for _ in range(4)]
    a.values().mul_(2)  # in place: counts
    out += [a @ x, torch.mv(a, x), a @ x]
    return out


def spmv_structure_in_place():
    a, x = csr(900, 900, torch.float64), vector(900, torch.float64)
    out = [a @ x for _ in range(3)]
    a.col_indices().copy_(torch.flip(a.col_indices(), [0]))  # unsorted rows of other entries
    return out + [a @ x for _ in range(2)]


def spmv_many_matrices():
    x = vector(700, torch.float64)
    return [csr(700, 700, torch.float64, seed=s) @ x for s in range(100)]


def spmv_without_entries(dtype):
    a = torch.sparse_csr_tensor(torch.zeros(8, dtype=torch.int32), torch.zeros(0, dtype=torch.int32),
                                torch.zeros(0, dtype=dtype), (7, 9), device=DEVICE)
    return [a @ vector(9, dtype), torch.addmv(vector(7, dtype), a, vector(9, dtype), alpha=2, beta=3)]


def spmv_scaled(dtype):
    a, x, y = csr(800, 700, dtype), vector(700, dtype), vector(800, dtype, 3)
    return [torch.addmv(y, a, x, alpha=1.5, beta=-0.5) for _ in range(3)]


def spmv_strided():
    a = csr(800, 700, torch.float64)
    wide = vector(2100, torch.float64)
    table = vector(700 * 3, torch.float64).reshape(700, 3)
    return [a @ wide[::3], a @ table[:, 1], a @ wide[::3], a @ table.t()[2]]


def spmv_transposed():
    a = csr(800, 700, torch.float64)
    return [a.t() @ vector(800, torch.float64) for _ in range(3)]


def spmv_gradients():
    x = vector(700, torch.float64).requires_grad_()
    out = []
    for _ in range(3):
        y = csr(800, 700, torch.float64) @ x
        y.square().sum().backward()
        out += [y.detach(), x.grad.clone()]
    return out


def matrix_gradients():
    a = csr(300, 300, torch.float64).requires_grad_()
    y = a @ vector(300, torch.float64)
    y.sum().backward()
    return [y.detach(), a.grad]


def spmv_streams():
    a, x = csr(900, 900, torch.float64), vector(900, torch.float64)
    out = []
    for _ in range(4):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                out.append(a @ x)
        torch.cuda.current_stream().wait_stream(stream)
    return out


def spmv_in_a_graph():
    a, x = csr(900, 900, torch.float64), vector(900, torch.float64)
    y = torch.empty(900, dtype=torch.float64, device=DEVICE)
    for _ in range(3):
        torch.mv(a, x, out=y)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.mv(a, x, out=y)
    out = []
    for _ in range(3):
        a.values().mul_(1.5)
        graph.replay()
        out.append(y.clone())
    return out


def spgemm_repeated(rows, cols, dtype, index):
    a, b = csr(rows, cols, dtype, index), csr(cols, rows, dtype, index, seed=9)
    out = [a @ b for _ in range(3)]
    a.values().mul_(2)
    out.append(a @ b)
    a.col_indices().copy_(csr(rows, cols, dtype, index).col_indices())
    return out + [torch.mm(a, b), torch.sparse.mm(a, b)]


def spgemm_square():
    out = []
    for seed in range(3):
        a = csr(2000, 2000, torch.float64, seed=seed)
        out += [a @ a, (a @ a) @ a]
    return out


def spgemm_scaled():
    a, b, c = (csr(600, 600, torch.float64, seed=s) for s in (1, 2, 3))
    return [torch.addmm(c, a, b, alpha=2, beta=0.5), torch.addmm(c, a, b, alpha=2, beta=0)]


def spgemm_empty(dtype):
    none = torch.sparse_csr_tensor(torch.zeros(8, dtype=torch.int32), torch.zeros(0, dtype=torch.int32),
                                   torch.zeros(0, dtype=dtype), (7, 7), device=DEVICE)
    some = csr(7, 7, dtype)
    return [none @ none, none @ some, some @ none]


def spgemm_without_products():
    crow = torch.tensor([0, 1, 1], dtype=torch.int32)
    a = torch.sparse_csr_tensor(crow, torch.tensor([1], dtype=torch.int32), torch.ones(1, dtype=torch.float64), (2, 2),
                                device=DEVICE)  # its square has no entry
    return [a @ a for _ in range(3)]


def spgemm_then_spmv():
    a, x = csr(1500, 1500, torch.float32), vector(1500, torch.float32)
    return [(a @ a) @ x for _ in range(4)]


def spmm_dense():
    a = csr(900, 800, torch.float64)
    return [a @ vector(800 * 16, torch.float64).reshape(800, 16) for _ in range(2)]


def large():
    a, x = csr(200000, 200000, torch.float64), vector(200000, torch.float64)
    out = [a @ x for _ in range(40)]  # a race, of which every run counts
    return [out[0], *out[5:40:7]]


def cases():
    for dtype in DTYPES:
        name = str(dtype).split(".")[1]
        for rows, cols in SIZES:
            for index in (torch.int32, torch.int64):
                words = f"{name}_{rows}x{cols}_{str(index).split('.')[1]}"
                yield f"spmv_{words}", lambda r=rows, c=cols, d=dtype, i=index: spmv_repeated(r, c, d, i)
                yield f"spgemm_{words}", lambda r=rows, c=cols, d=dtype, i=index: spgemm_repeated(r, c, d, i)
        for function in (spmv_without_entries, spmv_scaled, spgemm_empty):
            yield f"{function.__name__}_{name}", lambda f=function, d=dtype: f(d)
    for function in (spmv_structure_in_place, spmv_many_matrices, spmv_strided, spmv_transposed, spmv_gradients,
                     matrix_gradients, spmv_streams, spmv_in_a_graph, spgemm_square, spgemm_scaled,
                     spgemm_without_products, spgemm_then_spmv, spmm_dense, large):
        yield function.__name__, function


def plain(result):
    """A tensor as parts on the host."""
    if result.layout == torch.sparse_csr:
        return [result.crow_indices().cpu().long(), result.col_indices().cpu().long(), result.values().cpu()]
    if result.layout == torch.sparse_csc:
        return [result.ccol_indices().cpu().long(), result.row_indices().cpu().long(), result.values().cpu()]
    return [result.cpu()]


def main():
    found = {}
    for name, run in cases():
        try:
            found[name] = [plain(r) for r in run()]
        except Exception as e:  # what PyTorch refuses, it refuses alike
            found[name] = type(e).__name__ + ": " + str(e).splitlines()[0]
            torch.cuda.synchronize()
    torch.save(found, sys.argv[1])


if __name__ == "__main__":
    main()
