#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A sweep on whole nodes, one rank on each:  sbatch docs/slurm-sweep.sh [DATABASE] [option of sweep run…]
# Submitted again, by the same words, it goes on where it was, also after a kill. Set nodes, cores, time and budget to your own.
# For GPUs: --ntasks-per-node as there are GPUs, --gpus-per-task=1 here and below, and `--backend cuda`.
#SBATCH --job-name=sptune-sweep
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --exclusive
#SBATCH --time=12:00:00
set -euo pipefail

database=${1:-$HOME/sweep.sqlite} # where one node alone writes; rank 0 does
options=("${@:2}")
budget=${BUDGET:-11h} # ends before the job does, at a trial's end
export SPTUNE_CACHE=${SPTUNE_CACHE:-$HOME/.cache/sptune} # shared by the nodes, or else matrices are sent

# The PMI of your MPI: `srun --mpi=list`. Each rank on cores of its own; where one dies the rest go on.
start=(srun --mpi="${MPI_TYPE:-pmix}" --kill-on-bad-exit=0 --cpus-per-task="${SLURM_CPUS_PER_TASK:-1}" --cpu-bind=cores)

if [[ -e $database ]]; then
  again=() # the database has the plan, but not who measures
  for option in "${options[@]}"; do
    if [[ $option == --coordinator-only ]]; then again+=("$option"); fi
  done
  "${start[@]}" sptune sweep resume --budget "$budget" "${again[@]}" --db "$database"
else
  "${start[@]}" sptune sweep run --suite "${SUITE:-standard}" --budget "$budget" --db "$database" "${options[@]}"
fi
