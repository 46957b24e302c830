PRAGMA application_id = 1936749678;
PRAGMA user_version = 3;
CREATE TABLE config (
  -- A point in the space of a variant, described by names.
  config_id INTEGER PRIMARY KEY, -- key inside this file only
  config_hash TEXT NOT NULL UNIQUE, -- hash of operation, backend, variant, code and text
  variant_id INTEGER NOT NULL REFERENCES variant, -- of which kernel
  text TEXT NOT NULL, -- canonical text, for example csr{threads=4}
  params TEXT NOT NULL CHECK (json_valid(params)), -- JSON object of the axes; params ->> '$.unroll' reads one
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)), -- 1: the default point of its variant
  threads ANY GENERATED ALWAYS AS (params ->> '$.threads') VIRTUAL, -- axis `threads` where there is one
  UNIQUE (variant_id, text)
) STRICT;
INSERT INTO "config" VALUES(1,'0d7700661da0ab28341c7d8a9d51d2b2',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'9b3912e79cab06a3d10274d51d7a67b8',5,'dia{block=32,threads=0}','{"block":32,"threads":0}',1);
INSERT INTO "config" VALUES(9,'ef1ee772b286d4837187994e073199b0',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(34,'0f0a340695e44a312b5e5db3b9954c68',16,'eigen{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(35,'689fefea821b2266d7414ba82bc80150',16,'eigen{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(36,'f824ee40f304c165a9e5e4805ee0d79e',16,'eigen{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(37,'ffed31d4f50114359f1de1718e292934',17,'librsb{tuned=true,threads=1}','{"tuned":true,"threads":1}',0);
INSERT INTO "config" VALUES(38,'e45da8ed5055541761c0f17905c0795d',17,'librsb{tuned=true,threads=4}','{"tuned":true,"threads":4}',0);
INSERT INTO "config" VALUES(39,'f988c5a2f5d91af4e2a4cae9b60ad824',17,'librsb{tuned=true,threads=16}','{"tuned":true,"threads":16}',0);
INSERT INTO "config" VALUES(42,'bd1eea11cab6acbbc1845275f8dcfab5',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(45,'ca2ecc35dc2952c81f57427f307b17d2',8,'bsr{r=3,threads=0}','{"r":3,"threads":0}',1);
INSERT INTO "config" VALUES(46,'9a69be04ddcff8c3703e27c5915b08e2',9,'vbl{width=4,threads=0}','{"width":4,"threads":0}',1);
INSERT INTO "config" VALUES(48,'8451138b36fdd5a0e8657ed9097429ab',17,'librsb{tuned=true,threads=0}','{"tuned":true,"threads":0}',1);
INSERT INTO "config" VALUES(66,'7f225fd311782ce7edf503a17d69dfb8',8,'bsr{r=8,threads=0}','{"r":8,"threads":0}',0);
INSERT INTO "config" VALUES(69,'fa51c47d6d963b53efa0659200c723d6',15,'csr{tile=32,outer=columns,schedule=nnz,threads=0}','{"tile":32,"outer":"columns","schedule":"nnz","threads":0}',0);
INSERT INTO "config" VALUES(70,'4a64ba6c61f0c0284877a86cfcecdd99',15,'csr{tile=32,outer=rows,schedule=nnz,threads=1}','{"tile":32,"outer":"rows","schedule":"nnz","threads":1}',0);
INSERT INTO "config" VALUES(71,'2c3357a64f3b2157f4ac19c257626933',15,'csr{tile=32,outer=rows,schedule=nnz,threads=4}','{"tile":32,"outer":"rows","schedule":"nnz","threads":4}',0);
INSERT INTO "config" VALUES(72,'d8c5292201b9a7757cbfcaf622368133',15,'csr{tile=32,outer=rows,schedule=nnz,threads=16}','{"tile":32,"outer":"rows","schedule":"nnz","threads":16}',0);
INSERT INTO "config" VALUES(73,'d98bb4f5646fb4fe7e6b0598e598f934',20,'eigen{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(74,'f50172c46d37a0504aeb480fd3b69513',20,'eigen{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(75,'14e8c0b04b0d23ea5393bf99e7e8ddc6',20,'eigen{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(76,'3f6a4e4def7c7d81525fa8dba6c7010e',15,'csr{tile=32,outer=rows,schedule=nnz,threads=0}','{"tile":32,"outer":"rows","schedule":"nnz","threads":0}',1);
INSERT INTO "config" VALUES(77,'61ab2a799f22acd2ad3f9797585bc332',20,'eigen{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(78,'9873d2625a71be768283160c07f75cc7',15,'csr{tile=8,outer=rows,schedule=nnz,threads=0}','{"tile":8,"outer":"rows","schedule":"nnz","threads":0}',0);
INSERT INTO "config" VALUES(81,'68c2efc5e671afa1e0f1291abe7e77ca',15,'csr{tile=32,outer=rows,schedule=rows,threads=0}','{"tile":32,"outer":"rows","schedule":"rows","threads":0}',0);
INSERT INTO "config" VALUES(95,'192037906bc42c066cd8de7662d63f11',19,'graphblas{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(96,'2bc1eb009992e764609b8d4308c9bc0e',19,'graphblas{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(97,'6a3b59de9b4bdcc80abbda5e512a79fd',19,'graphblas{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(98,'11cbc9e208984d3c3d5a7a6893a327c6',10,'binned{bins=[{up_to=64,method=sort},{up_to=0,method=dense}],masks=false,threads=0}','{"bins":[{"up_to":64,"method":"sort"},{"up_to":0,"method":"dense"}],"masks":false,"threads":0}',1);
INSERT INTO "config" VALUES(99,'cd40c8dc6091a4c0f57611e5353ba8fc',11,'dense{accumulator=values,window=0,rows=1,masks=false,threads=0}','{"accumulator":"values","window":0,"rows":1,"masks":false,"threads":0}',1);
INSERT INTO "config" VALUES(100,'1de04f62112148772abd333331bd079c',12,'hash{load=0.25,probing=quadratic,function=identity,threads=0}','{"load":0.25,"probing":"quadratic","function":"identity","threads":0}',1);
INSERT INTO "config" VALUES(101,'3627f9b92fdeaaaade7304a00974fa02',13,'esc{block=8192,threads=0}','{"block":8192,"threads":0}',1);
INSERT INTO "config" VALUES(102,'abe4eb77dd311f4c5e27856d146cd870',14,'dot_product{lookup=merge}','{"lookup":"merge"}',1);
INSERT INTO "config" VALUES(103,'6ad54aed1d94f9ac54dc2b4714b6c9d1',18,'eigen{}','{}',1);
INSERT INTO "config" VALUES(104,'bc15904eccfc97bbb6ac9883bc8584bb',19,'graphblas{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(108,'e96582706e87cb66d7f7e7965017e4cc',10,'binned{bins=[{up_to=64,method=sort},{up_to=0,method=dense}],masks=true,threads=0}','{"bins":[{"up_to":64,"method":"sort"},{"up_to":0,"method":"dense"}],"masks":true,"threads":0}',0);
INSERT INTO "config" VALUES(112,'58425f220bbcddd230498ed2e6a2ac42',11,'dense{accumulator=values,window=0,rows=1,masks=true,threads=0}','{"accumulator":"values","window":0,"rows":1,"masks":true,"threads":0}',0);
CREATE TABLE context (
  -- Trials of one context may be compared with each other: same hardware, environment and policy.
  context_id INTEGER PRIMARY KEY, -- key inside this file only
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  env_id INTEGER NOT NULL REFERENCES environment, -- with which software
  policy_id INTEGER NOT NULL REFERENCES policy, -- measured how
  UNIQUE (hw_id, env_id, policy_id)
) STRICT;
INSERT INTO "context" VALUES(1,1,1,1);
CREATE TABLE dispatch_log (
  -- What dispatchers chose in applications, imported back.
  log_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16), -- the same in every file that it is merged into
  at TEXT NOT NULL, -- UTC
  pattern_hash TEXT NOT NULL, -- structure of the matrix
  operation TEXT NOT NULL, -- what was computed
  configuration TEXT NOT NULL, -- canonical text of the choice
  match TEXT NOT NULL, -- forced, predicted, abstained, no_model or other_machine
  expected_runs REAL, -- what the caller announced
  expected_gain REAL, -- predicted time of the default over that of the choice
  median_us REAL -- measured in the application, where it was
) STRICT;
CREATE TABLE environment (
  -- Compiler, libraries and drivers as far as they decide a number. The commit does not: kernels carry
  -- their own hash (variant.code_hash), see docs/decisions/003.
  env_id INTEGER PRIMARY KEY, -- key inside this file only
  env_hash TEXT NOT NULL UNIQUE, -- hash of all the columns below
  compiler TEXT NOT NULL, -- name and version
  flags TEXT NOT NULL, -- compile flags
  os TEXT NOT NULL, -- operating system
  libc TEXT NOT NULL, -- C library
  library_version TEXT NOT NULL, -- version of sptune
  isa TEXT NOT NULL, -- instruction set that the CPU kernels use
  driver TEXT NOT NULL, -- GPU driver, empty without one
  cuda_runtime TEXT NOT NULL, -- CUDA runtime, empty without one
  cusparse TEXT NOT NULL -- cuSPARSE, empty without one
) STRICT;
INSERT INTO "environment" VALUES(1,'179c9e9f421e64e8c83c4ee9a41efd30','GNU 12.2.0','-O3 -DNDEBUG','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx512','','','');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(1,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','at least 10989 pieces of diagonals of 32 rows for 59049 entries: 2857404 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(34,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(35,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(36,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(73,'fit','at least 1674 pieces of diagonals of 32 rows for 7931 entries: 435744 bytes, more than 4 times the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(74,'fit','at least 5490 blocks of 3x3 for 7931 entries: 422576 bytes, more than 4 times the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(75,'fit','7799 runs of neighbouring columns for 7931 entries: 110447 bytes, not fewer than the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(108,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(109,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(110,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(111,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(112,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(113,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2315,'fit','outer=columns: the 8 columns of X are one tile; use outer=rows',NULL,NULL);
INSERT INTO "failure" VALUES(2316,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2317,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2318,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2319,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2320,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2321,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2334,'fit','outer=columns: the 32 columns of X are one tile; use outer=rows',NULL,NULL);
INSERT INTO "failure" VALUES(2335,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2336,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2337,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2338,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2339,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2340,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2364,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2365,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2366,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2436,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2437,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2438,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
CREATE TABLE feature_cost (
  -- What extracting the features of one tier took.
  matrix_id INTEGER NOT NULL REFERENCES matrix, -- of which matrix
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  tier INTEGER NOT NULL, -- see feature_def
  seconds REAL NOT NULL, -- wall time
  PRIMARY KEY (matrix_id, hw_id, tier)
) STRICT, WITHOUT ROWID;
CREATE TABLE feature_def (
  -- What a feature is called; a changed meaning is a new version.
  feature_id INTEGER PRIMARY KEY, -- key inside this file only
  name TEXT NOT NULL, -- name as in models
  version INTEGER NOT NULL, -- version of its meaning
  tier INTEGER NOT NULL, -- cost class: 0 header, 1 row offsets, 2 sampled columns, 3 products
  unit TEXT NOT NULL, -- unit of the value
  UNIQUE (name, version)
) STRICT;
CREATE TABLE hardware (
  -- A machine as far as it decides a number: the same parts hash to the same row wherever they stand.
  hw_id INTEGER PRIMARY KEY, -- key inside this file only
  hw_hash TEXT NOT NULL UNIQUE, -- hash of all properties but name and info
  name TEXT NOT NULL, -- marketing name
  kind TEXT NOT NULL, -- cpu or gpu
  arch TEXT NOT NULL, -- family, model and instruction set, or sm_90
  cores INTEGER NOT NULL, -- cores that the process may use; multiprocessors of a GPU
  l2_bytes INTEGER NOT NULL, -- second-level cache, bytes
  l3_bytes INTEGER NOT NULL, -- last-level cache, bytes
  memory_bytes INTEGER NOT NULL, -- main or device memory, bytes
  info TEXT NOT NULL CHECK (json_valid(info)) -- JSON object of everything else worth knowing
) STRICT;
INSERT INTO "hardware" VALUES(1,'470204900fdb8dc473ecce58a1c98fb8','Intel(R) Xeon(R) Processor','cpu','x86-64 GenuineIntel 6/167 avx512',2,2097152,503316480,25276063744,'{}');
CREATE TABLE matrix (
  -- A matrix by its content. The words about it follow the manifest that named it last.
  matrix_id INTEGER PRIMARY KEY, -- key inside this file only
  content_hash TEXT NOT NULL UNIQUE, -- hash of dimensions, structure and values
  pattern_hash TEXT NOT NULL, -- hash of dimensions and structure
  name TEXT NOT NULL, -- name in its suite
  grp TEXT NOT NULL, -- siblings share it and are never split between training and test
  split TEXT NOT NULL, -- train or test
  source TEXT NOT NULL, -- path, URL or generator
  kind TEXT NOT NULL, -- domain in words
  symmetry TEXT NOT NULL, -- as the file declares it
  field TEXT NOT NULL, -- as the file declares it: real, integer, pattern or complex
  nrows INTEGER NOT NULL, -- rows
  ncols INTEGER NOT NULL, -- columns
  nnz INTEGER NOT NULL, -- stored entries after expansion and summing
  read_report TEXT NOT NULL CHECK (json_valid(read_report)) -- JSON object: what reading dropped, summed or replaced
) STRICT;
INSERT INTO "matrix" VALUES(1,'f1589292ebc5570192db3c95203468f0','f1ceb811d69210c9893b04da78b4c9f1','kronecker{base=2,power=10}','kronecker','train','kronecker{base=2,power=10}','self-similar graph','symmetric','real',1024,1024,59049,'{"entries_in_file":59049,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(2,'b309b2cfb3a544fdf1e8d0698877fc92','64fced3513494c57f792d34e1262d6e7','observations{rows=2000,unknowns=700,mean=3,shared=1,stretch=250,seed=1}','observations','train','observations{rows=2000,unknowns=700,mean=3,shared=1,stretch=250,seed=1}','least squares','general','real',2000,708,7931,'{"entries_in_file":7931,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
CREATE TABLE matrix_feature (
  -- Values of the features of a matrix.
  matrix_id INTEGER NOT NULL REFERENCES matrix, -- of which matrix
  feature_id INTEGER NOT NULL REFERENCES feature_def, -- which feature
  value REAL, -- NULL where the feature is not defined
  PRIMARY KEY (matrix_id, feature_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "model" (
  -- A trained model and where it comes from.
  model_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- as in the model's file
  operation TEXT NOT NULL, -- what it chooses for
  value_type TEXT NOT NULL, -- precision: f32 or f64
  backend TEXT NOT NULL, -- backend: cpu or cuda
  kind TEXT NOT NULL, -- learner
  hw_hash TEXT NOT NULL, -- hardware trained on
  env_hash TEXT NOT NULL, -- environment trained on
  policy_hash TEXT NOT NULL, -- policy trained on
  feature_version INTEGER NOT NULL, -- version of the features
  training_query TEXT NOT NULL, -- condition on trial_flat
  training_hash TEXT NOT NULL, -- hash of the rows it gave
  metrics TEXT NOT NULL CHECK (json_valid(metrics)), -- JSON object of its evaluation
  artefact TEXT NOT NULL, -- the model file's text, empty when only its name is kept
  created_at TEXT NOT NULL -- UTC
) STRICT;
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'3bb34cca366e5b4d8f92ebaea80cbb47','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.1}');
CREATE TABLE prediction (
  -- What a model predicted for problems that it was not trained on.
  model_id INTEGER NOT NULL REFERENCES model, -- by which model
  problem_id INTEGER NOT NULL REFERENCES problem, -- for which problem
  config_id INTEGER NOT NULL REFERENCES config, -- for which configuration
  fold INTEGER NOT NULL, -- fold of the cross-validation that left the problem out
  position INTEGER NOT NULL, -- 1: the one it would choose
  us REAL, -- predicted time of one run, microseconds
  low_us REAL, -- lower end of its interval
  high_us REAL, -- upper end of its interval
  PRIMARY KEY (model_id, problem_id, config_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "problem" (
  -- What is computed: an operation on one or two matrices in one precision.
  problem_id INTEGER PRIMARY KEY, -- key inside this file only
  problem_hash TEXT NOT NULL UNIQUE, -- hash of operation, precision and matrices
  operation TEXT NOT NULL, -- a name of kernels/operations.def: spmv, spgemm, spmm
  value_type TEXT NOT NULL, -- precision: f32 or f64
  a_id INTEGER NOT NULL REFERENCES matrix, -- matrix A
  b_id INTEGER REFERENCES matrix, -- matrix B of a product, else NULL
  b_kind TEXT NOT NULL, -- x (dense), a (A itself), at (its transpose) or other
  parameters TEXT NOT NULL, -- of operations that take some, such as k=32,layout=row; else empty
  x_cols INTEGER NOT NULL, -- columns of the dense operand: 1 for a vector, 0 where there is none
  flops INTEGER, -- floating-point operations of one run; NULL until a trial told
  nnz_out INTEGER, -- entries of C; NULL until a verified trial told
  compulsory_bytes REAL -- bytes that any kernel must move; NULL until a trial told
) STRICT;
INSERT INTO "problem" VALUES(1,'c0e20c74be3589a1bef6e7b59f7c1020','spmv','f64',1,NULL,'x','',1,118098,NULL,729072.0);
INSERT INTO "problem" VALUES(2,'cb3b4c7124463185ba36adb4013d5c9f','spmv','f64',2,NULL,'x','',1,15862,NULL,124840.0);
INSERT INTO "problem" VALUES(13,'235c96f58e16cbbad6cca01cc6e9c81f','spmm','f64',1,NULL,'x','k=8,layout=row',8,944784,NULL,843760.0);
INSERT INTO "problem" VALUES(14,'46966f8f82bb0a96c3888a802be9b86b','spmm','f64',1,NULL,'x','k=32,layout=row',32,3779136,NULL,1236976.0);
INSERT INTO "problem" VALUES(15,'0c74421b349a3dafbad05752858aebd3','spgemm','f64',1,1,'a','',0,19531250,1048576,14016488.0);
INSERT INTO "problem" VALUES(18,'1d5b560cc6870b62752ffe59e8e67871','spgemm','f64',2,2,'at','',0,1114530,515332,6401176.0);
CREATE TABLE run (
  -- One sweep, from start to end, interruptions included.
  run_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- the same in every file that the run is merged into
  context_id INTEGER NOT NULL REFERENCES context, -- hardware, environment and policy
  suite TEXT NOT NULL, -- suite of matrices
  plan TEXT NOT NULL, -- JSON: what the sweep was asked to do
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')), -- how it ended
  git_sha TEXT NOT NULL, -- commit of sptune; not part of the key
  git_dirty INTEGER NOT NULL CHECK (git_dirty IN (0, 1)), -- 1: with uncommitted changes
  limits TEXT NOT NULL CHECK (json_valid(limits)), -- JSON object: limits of the stages, s and bytes
  info TEXT NOT NULL CHECK (json_valid(info)), -- JSON object: host, load, governor
  started_at TEXT NOT NULL, -- UTC
  ended_at TEXT -- UTC; NULL while running or after a kill
) STRICT;
INSERT INTO "run" VALUES(1,'01a20394-bf6b-7e18-a5b1-c3007e5ac7b8',1,'quick','{}','finished','3dbffecffad184745b18383f0d002dda14b5143d',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-22T14:06:49.708Z','2026-11-22T14:08:58.278Z');
INSERT INTO "run" VALUES(2,'01a203ab-cf32-7d5f-a896-8c86d188b0c1',1,'quick','{}','finished','3dbffecffad184745b18383f0d002dda14b5143d',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-22T14:32:01.078Z','2026-11-22T14:34:46.626Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
CREATE TABLE trial (
  -- One configuration measured on one problem. Rows are written as `running`, replaced once by their
  -- outcome, and never changed again. Times are microseconds per run of the phase `total`.
  trial_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16), -- the same in every file that the trial is merged into
  run_id INTEGER NOT NULL REFERENCES run, -- measured by
  context_id INTEGER NOT NULL REFERENCES context, -- that of the run
  problem_id INTEGER NOT NULL REFERENCES problem, -- measured on
  config_id INTEGER NOT NULL REFERENCES config, -- what was measured
  attempt INTEGER NOT NULL CHECK (attempt >= 1), -- 1, 2, … for the same context, problem and configuration
  outcome TEXT NOT NULL CHECK (outcome IN ('running', 'ok', 'dominated', 'refused', 'wrong_result',
    'out_of_memory', 'timeout', 'crashed', 'error', 'skipped')), -- how it ended
  reaped INTEGER NOT NULL DEFAULT 0 CHECK (reaped IN (0, 1)), -- 1: the sweep itself died; says nothing of the kernel
  stop_reason TEXT, -- confidence, stable, budget, max_samples or dominated
  n INTEGER NOT NULL DEFAULT 0, -- samples of phase total
  runs_per_sample INTEGER NOT NULL DEFAULT 1, -- runs that share one sample
  min_us REAL, -- fastest sample
  q1_us REAL, -- first quartile
  median_us REAL, -- median
  q3_us REAL, -- third quartile
  mean_us REAL, -- mean
  sd_us REAL, -- standard deviation
  ci_low_us REAL, -- 95 % interval of the median
  ci_high_us REAL, -- 95 % interval of the median
  floor_us REAL, -- an empty trial in the same worker; NULL when unknown
  prepare_s REAL, -- one-off conversion and analysis, seconds
  bytes_per_run REAL, -- bytes the format makes one run move
  memory_bytes INTEGER, -- held by the plan beyond the matrix
  mhz_mean REAL, -- clock while sampling; NULL when unknown
  started_at TEXT NOT NULL, -- UTC
  wall_s REAL, -- whole trial, seconds
  UNIQUE (context_id, problem_id, config_id, attempt)
) STRICT;
INSERT INTO "trial" VALUES(1,X'01A20394C08F7B24A2A01DA53BAE83D1',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:49.998Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A20394C08F73C0822E32C6E58446FA',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:49.999Z',0.0);
INSERT INTO "trial" VALUES(34,X'01A20394C0967F95BB0402E2771DE345',1,1,1,34,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.006Z',0.0);
INSERT INTO "trial" VALUES(35,X'01A20394C09771D7BA15087AC6394010',1,1,1,35,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.007Z',0.0);
INSERT INTO "trial" VALUES(36,X'01A20394C0977090827B491D38CC435F',1,1,1,36,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.007Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A20394C097703CA84E27597AAE9FC5',1,1,1,37,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.007Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A20394C09776239927E295C6C0D10E',1,1,1,38,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.007Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A20394C09778EAAD91620ECEFEE2F2',1,1,1,39,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.007Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A20394C0D07F45B3F154C984AC8706',1,1,1,42,1,'ok',0,'stable',100,4,1.701200103759765625e+01,1.70417499542236328125e+01,1.79026241302490234379e+01,1.85291242599487304687e+01,20.2837198638916,1.63525159370846253636e+01,1.70879993438720703125e+01,1.81485004425048828125e+01,2.78405845165252685546e-04,4.26362999860430136322e-04,791232.0,774904,3.57937828618472940423e+03,'2026-11-22T14:06:50.064Z',1.08974789982312358915e-02);
INSERT INTO "trial" VALUES(48,X'01A20394C14A7418ACFD802ED72B01B1',1,1,1,48,1,'dominated',0,'dominated',3,1,8.72880020141601562465e+01,1.07267002105712890621e+02,1.27246002197265624996e+02,1.42420501708984375004e+02,1.24043001810709640152e+02,3.52627699275654862267e+01,8.72880020141601562465e+01,1.57595001220703125003e+02,2.78405845165252685546e-04,5.87766500029829330742e-03,615966.0,599582,3.57521262836784262627e+03,'2026-11-22T14:06:50.186Z',1.04097059993364382535e-02);
INSERT INTO "trial" VALUES(66,X'01A20394C26B73B7AA92DA9921A05C79',1,1,1,66,1,'ok',0,'stable',80,6,9.65133380889892578125e+00,9.79987454414367675781e+00,1.1148333072662353516e+01,1.19526247978210449214e+01,1.35816729068756103515e+01,1.11359746095373459697e+01,1.07961664199829101564e+01,1.14711666107177734375e+01,2.78405845165252685546e-04,9.38625002163462340831e-04,1145972.0,1129588,3.58146282226772200369e+03,'2026-11-22T14:06:50.475Z',1.41991900018183514475e-02);
INSERT INTO "trial" VALUES(71,X'01A20394C2CB7E0EAE9A5C36BAC22DDD',1,1,1,66,2,'ok',0,'rounds',36,6,9.0015716552734375e+00,9.26217889785766601562e+00,9.52228546142578125e+00,1.081195831298828125e+01,1.03735080295138892836e+01,2.19035460007832938345e+00,9.27133274078369140625e+00,1.02168340682983398441e+01,2.78405845165252685546e-04,2.59837997873546555638e-04,1145972.0,1129588,3.57599586121517495494e+03,'2026-11-22T14:06:50.506Z',1.41354699990188237279e-02);
INSERT INTO "trial" VALUES(73,X'01A20394C2CF727A8A067B6A17955377',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.575Z',0.0);
INSERT INTO "trial" VALUES(74,X'01A20394C2CF7CB6ABB52100DBB34FC9',1,1,2,45,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.575Z',0.0);
INSERT INTO "trial" VALUES(75,X'01A20394C2CF79BABDF167AA98FC4469',1,1,2,46,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.575Z',0.0);
INSERT INTO "trial" VALUES(108,X'01A20394C2DC79429CC1D4EA108C8F42',1,1,2,34,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.588Z',0.0);
INSERT INTO "trial" VALUES(109,X'01A20394C2DC7FBDB79292AFCE961EAE',1,1,2,35,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.588Z',0.0);
INSERT INTO "trial" VALUES(110,X'01A20394C2DC74B0B49DB1F43A2BC79F',1,1,2,36,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.588Z',0.0);
INSERT INTO "trial" VALUES(111,X'01A20394C2DC70498C87219C57D76DA5',1,1,2,37,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.588Z',0.0);
INSERT INTO "trial" VALUES(112,X'01A20394C2DC717D87E2392EE9E54885',1,1,2,38,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.588Z',0.0);
INSERT INTO "trial" VALUES(113,X'01A20394C2DC7B149484CB43C42AE646',1,1,2,39,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:06:50.588Z',0.0);
INSERT INTO "trial" VALUES(116,X'01A20394C2E97ACC9FF5F5190D7F3041',1,1,2,1,1,'ok',0,'confidence',15,24,2.33087491989135742187e+00,2.33264589309692382812e+00,2.33316659927368164062e+00,2.33529162406921386718e+00,2.35832219123840314267e+00,7.8190942593470327826e-02,2.33249998092651367187e+00,2.33616662025451660156e+00,2.70903168711811304092e-04,2.50880002568010240793e-05,117664.0,96000,3.5736526741387497168e+03,'2026-11-22T14:06:50.601Z',1.74460099879070185124e-03);
INSERT INTO "trial" VALUES(121,X'01A20394C2F97BA1A052A3BEF38C342B',1,1,2,48,1,'dominated',0,'dominated',3,7,7.51171445846557617187e+00,7.52721452713012695312e+00,7.54271459579467773437e+00,7.57314300537109375e+00,7.55266682306925485335e+00,4.67301854728245646963e-02,7.51171445846557617187e+00,7.60357141494751,2.70903168711811304092e-04,5.86174999625654891133e-04,109250.0,87586,3.58198391657014235541e+03,'2026-11-22T14:06:50.617Z',1.34995759981393348425e-02);
INSERT INTO "trial" VALUES(128,X'01A20394C32A73D1BBD3779B1936ADD0',1,1,2,9,1,'ok',0,'confidence',20,26,2.20711517333984375e+00,2.21286535263061523437e+00,2.21503841876983642578e+00,2.22163462638855,2.28056343793869,1.95759810270714651458e-01,2.21303844451904296875e+00,2.22057700157165527343e+00,2.70903168711811304092e-04,2.70240016106981784105e-05,118432.0,96768,3.57417225542800497356e+03,'2026-11-22T14:06:50.666Z',2.05465600083698518574e-03);
INSERT INTO "trial" VALUES(142,X'01A20394C4647955B732A1369A70FBB5',1,1,2,48,2,'ok',0,'rounds',36,8,7.48912477493286132812e+00,7.56446874141693115234e+00,7.66362476348876953125e+00,7.77306258678436279296e+00,1.23590904169612457506e+02,4.94983749975529349271e+02,7.59174966812133789062e+00,7.75662517547607421875e+00,2.70903168711811304092e-04,2.98122999083716422319e-04,114568.0,92904,3.57729800033949777576e+03,'2026-11-22T14:06:50.776Z',1.47410809998594523329e-02);
INSERT INTO "trial" VALUES(143,X'01A20394C4647B81BEE661466FF1AEB9',1,1,2,9,2,'ok',0,'rounds',36,25,2.19225001335144042968e+00,2.21616244316101074218e+00,2.23033845424652099609e+00,2.24083995819091796875e+00,2.23266449239518927072e+00,3.60889543349225475066e-02,2.21932005882263183593e+00,2.23703980445861816406e+00,2.70903168711811304092e-04,1.41659984365105628967e-05,118432.0,96768,3.52612104736407309252e+03,'2026-11-22T14:06:50.776Z',1.4741088416485581547e-02);
INSERT INTO "trial" VALUES(151,X'01A20394C464767EB42B59B05B84ABA9',1,1,2,1,2,'ok',0,'rounds',36,24,2.33333325386047363281e+00,2.33955198526382446289e+00,2.3479582071304321289e+00,2.41286456584930419921e+00,1.65931384430991286644e+01,85.3271730995678,2.34087514877319335937e+00,2.36424994468688964843e+00,2.70903168711811304092e-04,2.54119986493606120347e-05,117664.0,96000,3.58042055619309667236e+03,'2026-11-22T14:06:50.776Z',1.47411466662864167748e-02);
INSERT INTO "trial" VALUES(923,X'01A203951F51757296300D893E981A37',1,1,1,66,3,'ok',0,'rounds',72,6,8.54414272308349609375e+00,8.94549989700317382812e+00,9.27174997329712,1.08096783161163330073e+01,1.02091233862770920377e+01,2.53331817829187544433e+00,9.01085758209228515625e+00,9.844715118408203125e+00,2.63754947809502482414e-04,2.89883999357698485255e-04,1145972.0,1129588,3.75387374453864322283e+03,'2026-11-22T14:07:13.876Z',2.00314581875318253878e-02);
INSERT INTO "trial" VALUES(925,X'01A203951F5173C8BEE813AAFEA892E6',1,1,1,42,2,'ok',0,'rounds',36,4,1.56572504043579101566e+01,1.60771870613098144531e+01,1.62056255340576171875e+01,1.83125004768371582031e+01,1.28898828056123534221e+02,671.132870406822,1.60879993438720703125e+01,1.7366998672485351562e+01,2.63754947809502482414e-04,1.20325999887427315115e-04,791232.0,774904,3.67591942680533657048e+03,'2026-11-22T14:07:13.876Z',2.00314687499485444277e-02);
INSERT INTO "trial" VALUES(940,X'01A2039521847AF4B581F74FC2E17F82',1,1,2,48,3,'ok',0,'rounds',72,8,6.76312494277954101562e+00,7.17546856403350830078e+00,7.55500006675720214843e+00,7.71334385871887207031e+00,65.4455805155966,3.52431199045200798996e+02,7.31412458419799804687e+00,7.60462522506713867187e+00,2.50568933552131056785e-04,2.76580001809634268283e-04,109250.0,87586,3.87617058164394529748e+03,'2026-11-22T14:07:14.260Z',2.17927787496137170819e-02);
INSERT INTO "trial" VALUES(941,X'01A203952184770392B4E74669A750C3',1,1,2,9,3,'ok',0,'rounds',72,10,2.02523064613342285156e+00,2.08878886699676513671e+00,2.21201992034912109375e+00,2.23559999465942382812e+00,1.52190997799237575098e+01,81.923808915646,2.15519213676452636718e+00,2.22366666793823242187e+00,2.50568933552131056785e-04,1.35720001708250492811e-05,118432.0,96768,3.8010980659813617421e+03,'2026-11-22T14:07:14.260Z',2.17927838748437352478e-02);
INSERT INTO "trial" VALUES(949,X'01A2039521857AB09C8C36B7248A6C33',1,1,2,1,3,'ok',0,'rounds',72,25,2.14723086357116699218e+00,2.19767987728118896484e+00,2.33868753910064697265e+00,2.38985753059387207031e+00,9.47548593084017376497e+00,6.03371618414951811377e+01,2.27365374565124511718e+00,2.34450006484985351562e+00,2.50568933552131056785e-04,2.09530007850844413042e-05,117664.0,96000,3.72922332580108195545e+03,'2026-11-22T14:07:14.260Z',2.17928235622366628376e-02);
INSERT INTO "trial" VALUES(1204,X'01A20395825A7437AE704971048B5AA0',1,1,1,66,4,'ok',0,'rounds',108,7,8.54414272308349609375e+00,8.946964263916015625e+00,9.26207160949707,1.08589644432067871098e+01,3.40851139050942890666e+01,2.48436817530579190805e+02,9.00942897796630859375e+00,9.7061672210693359375e+00,2.44468072196468710899e-04,2.99651997920591384172e-04,1145972.0,1129588,3.7730947355525536295e+03,'2026-11-22T14:07:39.072Z',0.0267571728124949);
INSERT INTO "trial" VALUES(1206,X'01A20395825A7999AF332A43CF0397AC',1,1,1,42,3,'ok',0,'rounds',72,4,1.56572504043579101566e+01,1.61511249542236328129e+01,1.65618743896484375e+01,1.87259378433227539062e+01,1.2932876760429806495e+02,6.6728870557595519131e+02,1.63067493438720703125e+01,1.6876750946044921875e+01,2.44468072196468710899e-04,1.23647998407250270247e-04,791232.0,774904,3.75226238522081257547e+03,'2026-11-22T14:07:39.072Z',2.67571833749116194667e-02);
INSERT INTO "trial" VALUES(1221,X'01A20395849472F69D6588CBB760EA89',1,1,2,48,4,'ok',0,'rounds',108,8,6.60575008392334,7.11478137969970703125e+00,7.35262513160705566406e+00,7.63081276416778564453e+00,4.6008858071433174075e+01,2.8841098355293087253e+02,7.24637508392334,7.53900003433227539062e+00,2.44468072196468710899e-04,2.94386998575646430253e-04,109250.0,87586,3.70521105720852210658e+03,'2026-11-22T14:07:39.620Z',2.31494918125463300384e-02);
INSERT INTO "trial" VALUES(1222,X'01A203958494792891DECD3A39821DCB',1,1,2,9,4,'ok',0,'rounds',108,26,1.98025941848754882812e+00,2.06377512216568,2.14688456058502197265e+00,2.22457998991012573242e+00,1.08415492905510788544e+01,6.70232583374555588315e+01,2.0939998626708984375e+00,2.15807676315307617187e+00,2.44468072196468710899e-04,1.18739990284666419029e-05,118432.0,96768,3.64850186777192084263e+03,'2026-11-22T14:07:39.620Z',2.31494970000767352757e-02);
INSERT INTO "trial" VALUES(1230,X'01A2039584957AA3BB5980059D9E7161',1,1,2,1,4,'ok',0,'rounds',108,25,2.09156012535095214843e+00,2.15764570236206054687e+00,2.27708005905151367187e+00,2.34856247901916503906e+00,7.0858669192702681272e+00,4.92679136235124914833e+01,2.21363997459411621093e+00,2.33608341217041,2.44468072196468710899e-04,2.43459980993066e-05,117664.0,96000,3.67739583629875414782e+03,'2026-11-22T14:07:39.620Z',0.0231495376251587);
INSERT INTO "trial" VALUES(1483,X'01A20395EF4A76369F103196AD16FB3F',1,1,1,66,5,'ok',0,'rounds',144,6,8.54414272308349609375e+00,8.97874975204467773437e+00,9.26983308792114257812e+00,1.08472328186035156245e+01,2.81348929537667160607e+01,2.15154113776852710764e+02,9.0100002288818359375e+00,9.78083324432373,2.44468072196468710899e-04,2.49280998104950413107e-04,1145972.0,1129588,3.67657026445973269808e+03,'2026-11-22T14:08:07.251Z',1.28159235623570566531e-02);
INSERT INTO "trial" VALUES(1485,X'01A20395EF4A7EA69D72153791271228',1,1,1,42,4,'ok',0,'rounds',108,4,1.56572504043579101566e+01,1.62155632972717285151e+01,1.65682506561279296875e+01,1.87222495079040527343e+01,92.261382094136,5.46114920184825450646e+02,1.65527496337890625e+01,1.66979999542236328129e+01,2.44468072196468710899e-04,0.000118779997137608,791232.0,774904,3.65413018008672634104e+03,'2026-11-22T14:08:07.251Z',1.28159342498292971868e-02);
INSERT INTO "trial" VALUES(1500,X'01A20395F04876F0AF7C91925107BD4C',1,1,2,48,5,'ok',0,'rounds',144,8,6.60575008392334,7.14143776893615722656e+00,7.33081269264221191406e+00,7.56621873378753662109e+00,3.63201652533478238629e+01,2.5004768688123317588e+02,7.24637508392334,7.40637493133544921875e+00,2.44468072196468710899e-04,2.59661999734817072749e-04,109250.0,87586,3.67656959817499955534e+03,'2026-11-22T14:08:07.501Z',9.16225318769647856242e-03);
INSERT INTO "trial" VALUES(1501,X'01A20395F0487A748429DA2EDE6C7197',1,1,2,9,5,'ok',0,'rounds',144,26,1.98025941848754882812e+00,2.08609223365783691406e+00,2.14411532878875732421e+00,2.21956002712249755859e+00,9.7439102116558284905e+00,5.93401556019593314763e+01,2.09651851654052734375e+00,2.15453839302063,2.44468072196468710899e-04,1.21599987323861569166e-05,118432.0,96768,3.61631623004269204093e+03,'2026-11-22T14:08:07.501Z',9.16225849982765794266e-03);
INSERT INTO "trial" VALUES(1508,X'01A20395F04871FB806B50FDB7F9A2B1',1,1,2,1,5,'ok',0,'rounds',144,25,2.09156012535095214843e+00,2.19690006971359252929e+00,2.27771997451782226562e+00,2.34151053428649902343e+00,5.87929713726043701171e+00,4.26690921727831451448e+01,2.21756005287170410156e+00,2.28176021575927734375e+00,2.44468072196468710899e-04,2.42259993683546781539e-05,117664.0,96000,3.60644775995836880605e+03,'2026-11-22T14:08:07.501Z',9.16229556241887621581e-03);
INSERT INTO "trial" VALUES(1761,X'01A2039631367D4AA0C9558AD2D58EB7',1,1,1,66,6,'ok',0,'rounds',180,6,8.49949932098388671875e+00,8.96958303451538,9.35649967193603515625e+00,1.12370173931121826167e+01,2.66529209613800048832e+01,1.92521830010507528641e+02,9.0214996337890625e+00,9.8898334503173828125e+00,2.44455732172355055809e-04,2.84615998680237680673e-04,1145972.0,1129588,3.82658999420103327791e+03,'2026-11-22T14:08:24.043Z',1.71252851876033673761e-02);
INSERT INTO "trial" VALUES(1763,X'01A2039631367147A60047706DA92F4A',1,1,1,42,5,'ok',0,'rounds',144,4,1.53872499465942382812e+01,1.61866879463195800781e+01,1.66063756942749023441e+01,1.95227499008178710937e+01,7.60855869783295588612e+01,4.73537593459840820729e+02,1.6552999496459960937e+01,1.6977251052856445312e+01,2.44455732172355055809e-04,2.42279998929006978869e-04,791232.0,774904,3.99746473035692042674e+03,'2026-11-22T14:08:24.043Z',1.71252951877249870449e-02);
INSERT INTO "trial" VALUES(1778,X'01A20396325179C293F147F8C8FF3D70',1,1,2,48,6,'ok',0,'rounds',180,8,6.60575008392334,7.14228487014770507812e+00,7.33081269264221191406e+00,7.62349998950958251953e+00,3.5176342068778140514e+01,2.25230935383536262856e+02,7.25749969482421875e+00,7.40425014495849609375e+00,2.44455732172355055809e-04,2.51192002906464040279e-04,109250.0,87586,3.78063287003754840034e+03,'2026-11-22T14:08:24.384Z',1.08616713123410590924e-02);
INSERT INTO "trial" VALUES(1779,X'01A20396325178489B93F98AB13D8FE6',1,1,2,9,6,'ok',0,'rounds',180,26,1.9798570871353149414e+00,2.07992857694625854492e+00,2.10482299327850341796e+00,2.21956002712249755859e+00,8.52328630288442,5.31310348444120634798e+01,2.09417867660522460937e+00,2.15115380287170410156e+00,2.44455732172355055809e-04,1.34289984998758882284e-05,118432.0,96768,3.70019712040488411722e+03,'2026-11-22T14:08:24.384Z',1.08616764996440906543e-02);
INSERT INTO "trial" VALUES(1786,X'01A20396325271C7B1223AD1A1E93700',1,1,2,1,6,'ok',0,'rounds',180,25,2.09156012535095214843e+00,2.16061985492706298828e+00,2.24346017837524414062e+00,2.34131252765655517578e+00,5.45042527781592500701e+00,3.8193821286424451955e+01,2.21499991416931152343e+00,2.27836012840271,2.44455732172355055809e-04,2.32780002988874912261e-05,117664.0,96000,3.60279270042214784562e+03,'2026-11-22T14:08:24.384Z',1.08617124997181235812e-02);
INSERT INTO "trial" VALUES(2039,X'01A203967D347050A6D53D4CB0F2B559',1,1,1,66,7,'ok',0,'rounds',216,6,8.49949932098388671875e+00,8.97874975204467773437e+00,9.26530981063842773437e+00,1.11610658168792724613e+01,2.38265706035825957091e+01,1.75780579083706925305e+02,9.0214996337890625e+00,9.78083324432373,2.44455732172355055809e-04,2.55305996688548475503e-04,1145972.0,1129588,3.65107262191331847145e+03,'2026-11-22T14:08:43.550Z',1.47659368124095635721e-02);
INSERT INTO "trial" VALUES(2041,X'01A203967D357699A8F457F29043431F',1,1,1,42,6,'ok',0,'rounds',180,4,1.53872499465942382812e+01,1.62265009880065917973e+01,1.66402502059936523441e+01,1.94128117561340332031e+01,6.45054723686642148558e+01,4.2388989013521876357e+02,1.6559749603271484375e+01,1.6963499069213867187e+01,2.44455732172355055809e-04,1.86598001164384186267e-04,791232.0,774904,3.67300083727777382583e+03,'2026-11-22T14:08:43.550Z',1.47659476874650863464e-02);
INSERT INTO "trial" VALUES(2056,X'01A203967E3D723498EE9F0E56D0CB18',1,1,2,48,7,'ok',0,'rounds',216,8,6.60575008392334,7.15706264972686767578e+00,7.33868741989135742187e+00,7.58171868324279785156e+00,3.05513015234911868836e+01,2.0577239705352604914e+02,7.32212495803833,7.3957500457763671875e+00,2.44455732172355055809e-04,2.68940999376354739069e-04,109250.0,87586,3.65160920445932924848e+03,'2026-11-22T14:08:43.840Z',9.28044993793264438863e-03);
INSERT INTO "trial" VALUES(2057,X'01A203967E3D7F0FAE2B3B40B0FFAED4',1,1,2,9,7,'ok',0,'rounds',216,26,1.9798570871353149414e+00,2.08915001153945922851e+00,2.14655053615570068359e+00,2.21186995506286621093e+00,7.46246418356895446777e+00,4.85374811586146250865e+01,2.10924005508422851562e+00,2.15084004402160644531e+00,2.44455732172355055809e-04,1.29470026877243071794e-05,118432.0,96768,3.60073145964168543284e+03,'2026-11-22T14:08:43.840Z',9.28045543764710600953e-03);
INSERT INTO "trial" VALUES(2065,X'01A203967E3D7DA3A9CDF7F6F2AB5EC5',1,1,2,1,7,'ok',0,'rounds',216,25,2.09156012535095214843e+00,2.20912998914718627929e+00,2.268939971923828125e+00,2.33754181861877441406e+00,4.92317273440184433042e+00,3.48698601622743495917e+01,2.25064015388488769531e+00,2.27348017692565917968e+00,2.44455732172355055809e-04,1.67889993463177233934e-05,117664.0,96000,3.64824154915911731222e+03,'2026-11-22T14:08:43.840Z',9.28049737512992578558e-03);
INSERT INTO "trial" VALUES(2315,X'01A203ABCFA2723C9DDA3608E35F174E',2,1,13,69,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.180Z',0.0);
INSERT INTO "trial" VALUES(2316,X'01A203ABCFA673A29A6295A725A9947C',2,1,13,70,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.190Z',0.0);
INSERT INTO "trial" VALUES(2317,X'01A203ABCFA67615B8B96DC015B7F53A',2,1,13,71,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.190Z',0.0);
INSERT INTO "trial" VALUES(2318,X'01A203ABCFA677E0825CD4FC19E7BE78',2,1,13,72,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.190Z',0.0);
INSERT INTO "trial" VALUES(2319,X'01A203ABCFA673249A542017445E0236',2,1,13,73,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.190Z',0.0);
INSERT INTO "trial" VALUES(2320,X'01A203ABCFA77509A5861883A2A37D60',2,1,13,74,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.190Z',0.0);
INSERT INTO "trial" VALUES(2321,X'01A203ABCFA77DF4B392D36DF5A762F6',2,1,13,75,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.191Z',0.0);
INSERT INTO "trial" VALUES(2322,X'01A203ABCFA7781C9A2447A8825F95B2',2,1,13,76,1,'ok',0,'confidence',40,1,5.38359985351562499991e+01,5.40297479629516601545e+01,5.41469993591308593758e+01,5.4855499267578125e+01,5.47238252639770479408e+01,1.55331770375886191182e+00,5.4064998626708984375e+01,5.42800025939941406267e+01,2.78434308711439371109e-04,8.88700014911592e-06,843760.0,16,3.57573281470557685678e+03,'2026-11-22T14:32:01.191Z',7.53984370021498762071e-02);
INSERT INTO "trial" VALUES(2323,X'01A203ABCFF37AAAA4AAF32E57041334',2,1,13,77,1,'dominated',0,'dominated',3,1,1.70511001586914062505e+02,1.706945037841796875e+02,1.70878005981445312499e+02,1.71449501037597656256e+02,1.71136667887369782188e+02,7.87527992423786460385e-01,1.70511001586914062505e+02,172.02099609375,2.78434308711439371109e-04,1.79400012711994349956e-06,843760.0,0,3.58094149846121126748e+03,'2026-11-22T14:32:01.267Z',7.04884299921104684472e-03);
INSERT INTO "trial" VALUES(2324,X'01A203ABCFFA7B89BCA9898B6850C56C',2,1,13,78,1,'ok',0,'confidence',15,1,5.36300010681152343732e+01,5.37394981384277343767e+01,5.37949981689453125008e+01,5.3882999420166015625e+01,5.38713999430338574825e+01,2.30464145393566521846e-01,5.37329978942871093732e+01,5.38959999084472656232e+01,2.78434308711439371109e-04,3.42199928127229213714e-06,843760.0,16,3.57261320534682545258e+03,'2026-11-22T14:32:01.274Z',7.55206900066696107387e-03);
INSERT INTO "trial" VALUES(2328,X'01A203ABD01C7970A49D173777FC8ECA',2,1,13,77,2,'ok',0,'rounds',36,1,1.69011001586914062495e+02,1.69477249145507812499e+02,1.70972000122070312503e+02,1.72088993072509765626e+02,2.37731694115532775422e+02,380.454069801862,1.69563995361328125003e+02,1.71975006103515624996e+02,2.78434308711439371109e-04,1.89799902727827429771e-06,843760.0,0,3.52878766619562566123e+03,'2026-11-22T14:32:01.308Z',2.41765193338020836777e-02);
INSERT INTO "trial" VALUES(2329,X'01A203ABD0BC72D494E3C0FBB7D13911',2,1,13,78,2,'ok',0,'rounds',36,1,53.6870002746582,5.39407501220703124991e+01,5.41644992828369140633e+01,5.44049987792968749991e+01,54.6446664598253,2.43617049912943661738e+00,5.39729995727539062482e+01,54.3489990234375,2.78434308711439371109e-04,2.96199868898838758468e-06,843760.0,16,3.57964046542842152126e+03,'2026-11-22T14:32:01.308Z',2.41765398338126616395e-02);
INSERT INTO "trial" VALUES(2330,X'01A203ABD0BC7F4B8660788844F5EFA8',2,1,13,76,2,'ok',0,'rounds',36,1,5.40559997558593750008e+01,5.43582506179809570295e+01,5.45609989166259765633e+01,5.49622478485107421883e+01,4.03080378426445861371e+02,1.52307623011151781612e+03,5.43930015563964843741e+01,5.48639984130859374982e+01,2.78434308711439371109e-04,1.15999864647164940834e-06,843760.0,16,3.57678264678062305401e+03,'2026-11-22T14:32:01.308Z',2.41765543335835317306e-02);
INSERT INTO "trial" VALUES(2334,X'01A203ABD0BC7AA8932B98942BEA526E',2,1,14,69,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.468Z',0.0);
INSERT INTO "trial" VALUES(2335,X'01A203ABD0BD709B995CB2D4AF189D43',2,1,14,70,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.469Z',0.0);
INSERT INTO "trial" VALUES(2336,X'01A203ABD0BD7BF5B05DADFA849020A9',2,1,14,71,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.469Z',0.0);
INSERT INTO "trial" VALUES(2337,X'01A203ABD0BD79949EDCBC5ED7A23443',2,1,14,72,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.469Z',0.0);
INSERT INTO "trial" VALUES(2338,X'01A203ABD0BD706381D243776B16CF0A',2,1,14,73,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.469Z',0.0);
INSERT INTO "trial" VALUES(2339,X'01A203ABD0BD74A393918C6052D3D309',2,1,14,74,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.469Z',0.0);
INSERT INTO "trial" VALUES(2340,X'01A203ABD0BD78F4B5CB9E83E2198614',2,1,14,75,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.469Z',0.0);
INSERT INTO "trial" VALUES(2341,X'01A203ABD0BD741B909893F11D3C55FB',2,1,14,76,1,'ok',0,'confidence',10,1,1.03402000427246093744e+02,1.03549251556396484377e+02,1.03602001190185546877e+02,1.03802749633789062502e+02,1.03705902099609375004e+02,2.83062141388514543205e-01,1.03524002075195312503e+02,1.03836006164550781255e+02,2.78411840554326772689e-04,4.10600114264525473117e-06,1236976.0,16,3.58198391767794328192e+03,'2026-11-22T14:32:01.469Z',2.45392680008080787956e-02);
INSERT INTO "trial" VALUES(2342,X'01A203ABD0D67CB2B2F869EC63092501',2,1,14,77,1,'ok',0,'confidence',20,1,2.27626998901367187493e+02,2.2888425445556640624e+02,2.29153503417968750009e+02,2.2983324432373046875e+02,6.34009899139404296862e+02,1.8058246812471795693e+03,2.28897003173828124996e+02,2.29748992919921874995e+02,2.78411840554326772689e-04,2.08100027521140873432e-06,1236976.0,0,3.57730057525472921044e+03,'2026-11-22T14:32:01.494Z',4.07693599991034716367e-02);
INSERT INTO "trial" VALUES(2346,X'01A203ABD1787B54A4887CFD01C466F3',2,1,14,81,1,'ok',0,'confidence',15,1,1.03397003173828124996e+02,1.03496501922607421876e+02,1.03568000793457031254e+02,1.037389984130859375e+02,1.05477200317382809654e+02,5.14409753970890815111e+00,1.03483001708984374996e+02,1.03765998840332031251e+02,2.78411840554326772689e-04,2.99099701805971562862e-06,1236976.0,16,3.5767740197660141347e+03,'2026-11-22T14:32:01.656Z',1.72858040023129433393e-02);
INSERT INTO "trial" VALUES(2347,X'01A203ABD189798AA551D800869C707D',2,1,14,77,2,'ok',0,'rounds',36,1,2.25582000732421875002e+02,2.29385746002197265635e+02,2.29942001342773437509e+02,2.3320925140380859375e+02,4.60370463901095945419e+02,9.47683988460893601737e+02,2.29535003662109375003e+02,2.30277999877929687492e+02,2.78411840554326772689e-04,1.82100120582617819309e-06,1236976.0,0,3.57756040769421178988e+03,'2026-11-22T14:32:01.673Z',6.4646783749594760593e-02);
INSERT INTO "trial" VALUES(2348,X'01A203ABD2A17188950AEC51045DD599',2,1,14,81,2,'ok',0,'rounds',36,1,1.0371199798583984375e+02,1.04352998733520507812e+02,1.11506000518798828121e+02,1.12492248535156250002e+02,2.22552389992607970716e+02,6.76629303435163251398e+02,1.08124000549316406255e+02,1.12228996276855468754e+02,2.78411840554326772689e-04,3.59199839294888079166e-06,1236976.0,16,3.57886003762393465872e+03,'2026-11-22T14:32:01.673Z',6.46468147497216705232e-02);
INSERT INTO "trial" VALUES(2349,X'01A203ABD2A17D32A71D360B5C3D37F5',2,1,14,76,2,'ok',0,'rounds',36,1,1.03726997375488281247e+02,1.03979501724243164064e+02,1.11363998413085937496e+02,1.11609004974365234375e+02,4.46220955530802427819e+02,2.02248563310869690205e+03,1.04357994079589843749e+02,1.11554000854492187501e+02,2.78411840554326772689e-04,3.53300129063427448272e-06,1236976.0,16,3578.5998266982,'2026-11-22T14:32:01.673Z',6.46468367494890117086e-02);
INSERT INTO "trial" VALUES(2364,X'01A203ABD2A374A6940DE8BF43DA4EC7',2,1,15,95,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.955Z',0.0);
INSERT INTO "trial" VALUES(2365,X'01A203ABD2A37D32BDB7866F06310CE7',2,1,15,96,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.955Z',0.0);
INSERT INTO "trial" VALUES(2366,X'01A203ABD2A3784DA5BEE502D80A5A7C',2,1,15,97,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:32:01.955Z',0.0);
INSERT INTO "trial" VALUES(2367,X'01A203ABD2A3791E830D6F4A530E7A7E',2,1,15,98,1,'ok',0,'budget',10,1,37882.1640625,44338.8681640625,48738.67578125,52073.861328125,47938.397265625,5.81093222921371580034e+03,41225.9609375,52650.75,2.78411840554326772689e-04,1.73240005096886307001e-05,14016488.0,19964144,3.57833359346554789231e+03,'2026-11-22T14:32:01.955Z',1.22642396700030076317e+00);
INSERT INTO "trial" VALUES(2368,X'01A203ABD76E730380729F6B63304512',2,1,15,99,1,'ok',0,'budget',10,1,40112.07421875,41001.0966796875,44696.3203125,50127.0341796875,46842.512890625,7.57761338716139471209e+03,40144.75,57631.03515625,2.78411840554326772689e-04,7.27899896446615457534e-06,14016488.0,19964144,3.58146282226772200369e+03,'2026-11-22T14:32:03.182Z',1.00082478699914645403e+00);
INSERT INTO "trial" VALUES(2369,X'01A203ABDB5771CD87FE40E3DB165CDB',2,1,15,100,1,'ok',0,'budget',10,1,37141.62890625,43989.427734375,46905.16015625,50585.4951171875,47612.452734375,5.88512053247545827627e+03,43270.7421875,55087.3828125,2.78411840554326772689e-04,7.45700162951834499835e-06,14016488.0,20025376,3.5788583266976029336e+03,'2026-11-22T14:32:04.183Z',9.47639754998817807063e-01);
INSERT INTO "trial" VALUES(2370,X'01A203ABDF0B76D2A79E3BF2692E31A3',2,1,15,101,1,'ok',0,'budget',5,1,89101.359375,92188.1015625,106582.9453125,116686.5390625,105246.5921875,1.44370286498424211458e+04,89101.359375,121674.015625,2.78411840554326772689e-04,6.30799695500172674655e-06,14016488.0,40431778,3.57677280759905897862e+03,'2026-11-22T14:32:05.131Z',1.27479012399999191984e+00);
INSERT INTO "trial" VALUES(2371,X'01A203ABE407734094AA9E9772725DB4',2,1,15,102,1,'dominated',0,'dominated',2,1,401407.75,402244.3125,403080.875,403917.4375,403080.875,2.36615606654548446389e+03,401407.75,404754.0,2.78411840554326772689e-04,3.94917999074095860123e-04,14016488.0,20672540,3.58355145874949903368e+03,'2026-11-22T14:32:06.407Z',2.20080889599921647459e+00);
INSERT INTO "trial" VALUES(2372,X'01A203ABECA0766BB32CA8C3852A3E24',2,1,15,103,1,'dominated',0,'dominated',3,1,220403.609375,230847.2578125,241290.90625,257554.8125,245171.078125,2.69181217346318371716e+04,220403.609375,273818.71875,2.78411840554326772689e-04,2.50990015047136694192e-05,14016488.0,12595212,3.57834004022544831962e+03,'2026-11-22T14:32:08.608Z',1.83612146599989500828e+00);
INSERT INTO "trial" VALUES(2373,X'01A203ABF3CC7313978B3BFA6D40AD95',2,1,15,104,1,'ok',0,'budget',10,1,11349.7431640625,1.6517458251953125e+04,19661.7607421875,21913.533203125,2.01712323242187485444e+04,5.68697179237935324623e+03,15519.2001953125,27597.341796875,2.78411840554326772689e-04,1.76599820006231311708e-02,14016488.0,9350048,3.57833814919121050482e+03,'2026-11-22T14:32:10.444Z',8.20195414999034255743e-01);
INSERT INTO "trial" VALUES(2381,X'01A203AC10DE749EAE3E30D344D6F634',2,1,15,112,1,'ok',0,'budget',10,1,16357.076171875,20549.2109375,24328.8408203125,28459.1533203125,26294.7755859375,8.74031407231575576625e+03,20357.388671875,32455.9375,2.78411840554326772689e-04,6.4649975684005767107e-06,14016488.0,20034552,3.57677280759905897862e+03,'2026-11-22T14:32:17.886Z',7.31123719000606797635e-01);
INSERT INTO "trial" VALUES(2386,X'01A203AC251E7C0D97C1EDB4B8ED44DA',2,1,15,104,2,'ok',0,'rounds',36,1,11691.5341796875,19583.7607421875,21817.19140625,2.77763491210937499991e+04,2.33759363064236094938e+04,7.03905180131627639626e+03,19839.18359375,25781.14453125,2.78411840554326772689e-04,2.27494001592276617884e-04,14016488.0,9350048,3.58172568830524414799e+03,'2026-11-22T14:32:23.070Z',7.61941882259998237714e+00);
INSERT INTO "trial" VALUES(2388,X'01A203ACB9F97BF59FE7F7B31919A4F7',2,1,15,103,2,'ok',0,'rounds',36,1,225782.9375,254890.5625,271004.0625,315869.1796875,288314.09765625,49109.8968073717,259471.609375,304376.21875,2.78411840554326772689e-04,1.21249977382831275463e-05,14016488.0,12595212,3.57990208056260780723e+03,'2026-11-22T14:32:23.070Z',7.61941921380057429757e+00);
INSERT INTO "trial" VALUES(2390,X'01A203ACB9F9724DBFE590DA9497D893',2,1,15,112,2,'ok',0,'rounds',36,1,16485.287109375,20583.7568359375,24013.865234375,33053.59765625,2.67133608940972226263e+04,8.64752931515893760641e+03,20743.265625,29531.806640625,2.78411840554326772689e-04,8.26599716674536466598e-06,14016488.0,20034552,3.58172572620827213548e+03,'2026-11-22T14:32:23.070Z',7.61941924920101865126e+00);
INSERT INTO "trial" VALUES(2436,X'01A203ACBE0F7E6D8F9EFCB68E80C5C1',2,1,18,95,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:33:02.223Z',0.0);
INSERT INTO "trial" VALUES(2437,X'01A203ACBE0F75E2BD56297C0E1FB016',2,1,18,96,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:33:02.223Z',0.0);
INSERT INTO "trial" VALUES(2438,X'01A203ACBE0F7BB3BF4CF96E2B9ED506',2,1,18,97,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-22T14:33:02.223Z',0.0);
INSERT INTO "trial" VALUES(2439,X'01A203ACBE0F718C926D55E0D2EADD64',2,1,18,98,1,'ok',0,'budget',14,1,2055.37890625,2.24110095214843750002e+03,6952.541015625,1.03314294433593749996e+04,7.20415473284040217558e+03,5.03708545315219907928e+03,2168.39306640625,14194.4296875,2.78407795121893286705e-04,6.66000050841830670833e-06,6401176.0,9399736,3.58355366476959625297e+03,'2026-11-22T14:33:02.223Z',3.72027923000132432207e-01);
INSERT INTO "trial" VALUES(2440,X'01A203ACBF847FA488AB9A06462FB88E',2,1,18,99,1,'ok',0,'budget',15,1,1.88636499023437500003e+03,2.04528253173828124993e+03,6044.740234375,10351.966796875,6.92958596191406286371e+03,5.24972305193496504216e+03,2.02769299316406250007e+03,10470.81640625,2.78407795121893286705e-04,7.15499845682643353939e-06,6401176.0,9399736,3.57937730268154155046e+03,'2026-11-22T14:33:02.596Z',3.1179085600160760805e-01);
INSERT INTO "trial" VALUES(2441,X'01A203ACC0BC73258786D2B16C03A764',2,1,18,100,1,'dominated',0,'dominated',3,1,19154.837890625,19711.880859375,20268.923828125,20725.302734375,20201.814453125,1.01508701493427827241e+03,19154.837890625,21181.681640625,2.78407795121893286705e-04,7.6060023275204e-06,6401176.0,9400916,3.57990143860660646165e+03,'2026-11-22T14:33:02.908Z',3.25751342999865300953e-01);
INSERT INTO "trial" VALUES(2442,X'01A203ACC2027F81BDFB778978360DE2',2,1,18,101,1,'ok',0,'budget',10,1,3671.7060546875,8.59145788574218749987e+03,11770.328125,1.18623266601562500003e+04,1.04797675292968742719e+04,3.30673905406828180265e+03,7704.580078125,11999.5947265625,2.78407795121893286705e-04,7.55600194679573178291e-06,6401176.0,10628898,3.58198452475264548415e+03,'2026-11-22T14:33:03.234Z',3.29352215998369501903e-01);
INSERT INTO "trial" VALUES(2443,X'01A203ACC34C799197B5D737611428B9',2,1,18,102,1,'dominated',0,'dominated',3,1,114808.84375,122436.01171875,130063.1796875,136076.91796875,1.28987559895833328485e+05,1.3672675004309063297e+04,114808.84375,142090.65625,2.78407795121893286705e-04,4.83900003018789e-05,6401176.0,9494596,3.58094149846121126748e+03,'2026-11-22T14:33:03.564Z',0.951247011002124);
INSERT INTO "trial" VALUES(2444,X'01A203ACC7037A98AD0078D7E63B22BA',2,1,18,103,1,'dominated',0,'dominated',3,1,22117.369140625,28353.5615234375,34589.75390625,39079.5390625,33425.482421875,1.07732650684678610557e+04,22117.369140625,43569.32421875,2.78407795121893286705e-04,4.66900019091554e-06,6401176.0,6202828,3.57729299451106680872e+03,'2026-11-22T14:33:04.515Z',4.24969579999014968052e-01);
INSERT INTO "trial" VALUES(2445,X'01A203ACC8AD722BBC4F007E59CB2588',2,1,18,104,1,'ok',0,'budget',10,1,7913.380859375,1.18479689941406250004e+04,1.18973784179687499997e+04,12007.7119140625,11663.3888671875,2.10141056684326849794e+03,9155.30078125,12106.9091796875,2.78407795121893286705e-04,8.42250010464340448379e-05,6401176.0,8410528,3577.29140362014,'2026-11-22T14:33:04.941Z',4.31686749998334562405e-01);
INSERT INTO "trial" VALUES(2449,X'01A203ACCE1C7B88B14E553666EFA11E',2,1,18,108,1,'ok',0,'budget',27,1,1.25705895996093749999e+03,1.31365100097656250003e+03,1423.72998046875,7.41776586914062500011e+03,3927.08837890625,3.63119945111301058214e+03,1.31898303222656249999e+03,5417.40380859375,2.78407795121893286705e-04,6.81899837218225e-06,6401176.0,9437100,3.58146472324207115886e+03,'2026-11-22T14:33:06.332Z',2.75994990999606670811e-01);
INSERT INTO "trial" VALUES(2458,X'01A203ACD81371DFB95F0D0A42B3F2B7',2,1,18,104,2,'ok',0,'rounds',36,1,3628.43896484375,8.08609350585937499984e+03,11643.44921875,1.35711059570312500002e+04,1.14682377251519101264e+04,4.07345442131958361629e+03,8400.6708984375,12245.0439453125,2.78407795121893286705e-04,8.7907003035070374608e-05,6401176.0,8410528,3.57938113804822387472e+03,'2026-11-22T14:33:08.883Z',1.76778180139954210758e+00);
INSERT INTO "trial" VALUES(2459,X'01A203ACFAB27EC6B9CA08EDA31F419E',2,1,18,103,2,'ok',0,'rounds',36,1,17984.34375,2.56375219726562499989e+04,32647.2958984375,37841.119140625,3.27854759657118047461e+04,8.63161795517319478665e+03,28127.61328125,36677.94140625,2.78407795121893286705e-04,6.20199716649949550628e-06,6401176.0,6202828,3.58068106679342099607e+03,'2026-11-22T14:33:08.883Z',1.76778189839969868124e+00);
INSERT INTO "trial" VALUES(2461,X'01A203ACFAB270F5B078E673D81C9BF1',2,1,18,108,2,'ok',0,'rounds',36,1,1388.875,1.59201898193359374996e+03,1.75377600097656249997e+03,5.85330895996093749982e+03,5.0371264275444882514e+03,5266.24821774115,1.62732800292968749996e+03,5684.86279296875,2.78407795121893286705e-04,1.01080004242248833179e-05,6401176.0,9437100,3.57886163803883482615e+03,'2026-11-22T14:33:08.883Z',1.76778193379941495066e+00);
INSERT INTO "trial" VALUES(2463,X'01A203ACFAC471A7B51C9BFF2F54E9DE',2,1,13,77,3,'ok',0,'rounds',72,1,1.67869003295898437501e+02,1.69436004638671874997e+02,1.71051498413085937503e+02,1.71995498657226562498e+02,260.852719200982,5.48057108253164301445e+02,1.69585006713867187493e+02,1.71768997192382812501e+02,2.78407795121893286705e-04,2.1039995772298425436e-06,843760.0,0,3.52905047754390579941e+03,'2026-11-22T14:33:17.764Z',2.16809088336352324966e-02);
INSERT INTO "trial" VALUES(2464,X'01A203ACFB577EC6828D148F648892D2',2,1,13,78,3,'ok',0,'rounds',72,1,5.35340003967285156267e+01,5.39724998474121093767e+01,5.41624984741210937491e+01,5.44234981536865234383e+01,5.5527541478474937266e+01,9.28754697724482269904e+00,5.41019973754882812491e+01,5.42950019836425781241e+01,2.78407795121893286705e-04,3.84399754693731665611e-06,843760.0,16,3.57443851904107668814e+03,'2026-11-22T14:33:17.764Z',2.16809286666830303147e-02);
INSERT INTO "trial" VALUES(2466,X'01A203ACFB577DF5BC26D33CAF94819A',2,1,13,76,3,'ok',0,'rounds',72,1,5.40559997558593750008e+01,5.43020000457763671883e+01,5.44260005950927734392e+01,5.47420005798339843767e+01,2.28842800352308472621e+02,1.08366563800013659599e+03,5.436100006103515625e+01,5.4549999237060546875e+01,2.78407795121893286705e-04,1.90799983101896941661e-06,843760.0,16,3.57418024523548410803e+03,'2026-11-22T14:33:17.764Z',2.16809584993219103821e-02);
INSERT INTO "trial" VALUES(2469,X'01A203ACFB58769BB189172BE65F675B',2,1,14,77,3,'ok',0,'rounds',72,1,2.22134002685546874992e+02,2.29397247314453125001e+02,2.29959007263183593753e+02,2.3320925140380859375e+02,408.037609524197,8.21644680899581885541e+02,2.29623992919921874993e+02,2.30277999877929687492e+02,2.78407795121893286705e-04,1.99399801203981041908e-06,1236976.0,0,3.58146422832606913292e+03,'2026-11-22T14:33:17.912Z',7.79643305007387821259e-02);
INSERT INTO "trial" VALUES(2470,X'01A203ACFD347166ABFEECB9FFFC0A6F',2,1,14,81,3,'ok',0,'rounds',72,1,1.03368003845214843753e+02,1.04097249984741210934e+02,1.11274497985839843745e+02,1.11832000732421874998e+02,1.66020042101542145479e+02,4.78476175134952541167e+02,1.10971000671386718747e+02,111.52099609375,2.78407795121893286705e-04,4.07300103688612580299e-06,1236976.0,16,3.57677913708226378726e+03,'2026-11-22T14:33:17.912Z',7.79643513336244070588e-02);
INSERT INTO "trial" VALUES(2471,X'01A203ACFD3473D7BBBD4EAE29CCA74E',2,1,14,76,3,'ok',0,'rounds',72,1,1.03166000366210937496e+02,1.03796752929687500003e+02,1.1085249710083007812e+02,1.11476501464843750003e+02,3.3464522955152722261e+02,1.50288753316224074291e+03,1.04258003234863281247e+02,1.11293998718261718746e+02,2.78407795121893286705e-04,4.06699837185442447662e-06,1236976.0,16,3.57443212296628780679e+03,'2026-11-22T14:33:17.912Z',7.79643661668766585481e-02);
INSERT INTO "trial" VALUES(2475,X'01A203ACFD367147BA17B0252157C44E',2,1,15,104,3,'ok',0,'rounds',72,1,8056.91015625,1.63026994628906250002e+04,20328.3681640625,25776.41015625,2.19448203667534726254e+04,6.5018930434779877033e+03,19839.18359375,24051.8671875,2.78407795121893286705e-04,2.28308999794535338878e-04,14016488.0,9350048,3.57859922136435670836e+03,'2026-11-22T14:33:18.390Z',5.10105301464292537616e+00);
INSERT INTO "trial" VALUES(2477,X'01A203AE14457E85B4A72DA88254CDF0',2,1,15,103,3,'ok',0,'rounds',72,1,136539.53125,238932.5,259692.1875,302372.9921875,2.64148761501736124043e+05,5.90625642777954417382e+04,250694.390625,277443.4375,2.78407795121893286705e-04,1.02989979495760053396e-05,14016488.0,12595212,3.58302979321433076619e+03,'2026-11-22T14:33:18.390Z',5.10105317292852511457e+00);
INSERT INTO "trial" VALUES(2479,X'01A203AE144575FA9D97D07DF55AF116',2,1,15,112,3,'ok',0,'rounds',72,1,8241.2861328125,16726.6728515625,20872.1171875,27850.1171875,2.29863368462456601256e+04,8.47665025497160240768e+03,20525.55859375,23699.828125,2.78407795121893286705e-04,7.66599987400695681571e-06,14016488.0,20034552,3.58016399680047106806e+03,'2026-11-22T14:33:18.390Z',5.10105318549982);
INSERT INTO "trial" VALUES(2481,X'01A203AE14467B8D9F0D6339DE70B3BE',2,1,15,100,2,'ok',0,'rounds',36,1,29622.615234375,37943.6484375,53168.51171875,62089.349609375,5.23014054361979142428e+04,1.47977347048611427454e+04,42003.5078125,59597.8203125,2.78407795121893286705e-04,8.39000131236389279365e-06,14016488.0,20025376,3.58120352931798879587e+03,'2026-11-22T14:33:18.390Z',5.10105319828549674809e+00);
INSERT INTO "trial" VALUES(2500,X'01A203AE17F3760F8F737CF5CCDC8458',2,1,18,104,3,'ok',0,'rounds',72,1,3628.43896484375,7.83347290039062499984e+03,11141.83984375,12121.47265625,1.08239016723632812497e+04,3.87545388622901236883e+03,8400.6708984375,11973.9150390625,2.78406252618879079818e-04,8.5928997577866539359e-05,6401176.0,8410528,3.58042222782126191306e+03,'2026-11-22T14:34:30.771Z',1.21774020484596023905e+00);
INSERT INTO "trial" VALUES(2501,X'01A203AE55DC7FDDADA7E0A4A845DF33',2,1,18,103,3,'ok',0,'rounds',72,1,17678.138671875,2.56375219726562499989e+04,31579.080078125,35831.2802734375,3.13252148166232655059e+04,7.55804357120967051746e+03,29093.931640625,34472.64453125,2.78406252618879079818e-04,1.18380012281704694032e-05,6401176.0,6202828,3.57990010377584849275e+03,'2026-11-22T14:34:30.771Z',1.21774026684607417081e+00);
INSERT INTO "trial" VALUES(2504,X'01A203AE55DD7E80BAF091F048A2EA07',2,1,18,108,3,'ok',0,'rounds',72,1,1388.875,1.64885552978515625001e+03,1.84902600097656250001e+03,9.6373415527343749996e+03,5.00733488803439649944e+03,4.75851671852872277687e+03,1.73850598144531250004e+03,5552.1572265625,2.78406252618879079818e-04,9.27200017031282186508e-06,6401176.0,9437100,3.58329015073832761115e+03,'2026-11-22T14:34:30.771Z',1.21774028692323987854e+00);
INSERT INTO "trial" VALUES(2506,X'01A203AE55DD7B73B1E522473B8AFF9F',2,1,18,99,2,'ok',0,'rounds',36,1,2.04651293945312500008e+03,2.40252966308593749996e+03,6.32386352539062499998e+03,1.02886997070312499996e+04,6.22891609022352440647e+03,3.89552484574883828832e+03,2.508215087890625e+03,6622.080078125,2.78406252618879079818e-04,8.81799860508181154727e-06,6401176.0,9399736,3.5793783634100109338e+03,'2026-11-22T14:34:30.771Z',1.21774030046155812279e+00);
INSERT INTO "trial" VALUES(2511,X'01A203AE55DD74A594936E29F31542C7',2,1,18,101,2,'ok',0,'rounds',36,1,3.77311401367187499995e+03,7.86978234863281250017e+03,11949.7939453125,1.20982395019531249996e+04,1.06598404676649297475e+04,4.46618126530581503177e+03,7974.1328125,12078.625,2.78406252618879079818e-04,8.81200321600772440433e-06,6401176.0,10628898,3577.55608300005,'2026-11-22T14:34:30.771Z',1.21774033400008474536e+00);
CREATE TABLE "variant" (
  -- One kernel of the catalogue in one state of its source: changed code is a new row, and the trials
  -- of the old one retire by themselves.
  variant_id INTEGER PRIMARY KEY, -- key inside this file only
  operation TEXT NOT NULL, -- what it computes, a name of kernels/operations.def
  backend TEXT NOT NULL, -- where it computes: cpu or cuda
  name TEXT NOT NULL, -- name in the catalogue
  code_hash TEXT NOT NULL, -- hash of its source
  baseline INTEGER NOT NULL CHECK (baseline IN (0, 1)), -- 1: kept to compare with, never dispatched
  default_configuration TEXT NOT NULL, -- canonical text of its default point
  axes TEXT NOT NULL CHECK (json_valid(axes)), -- JSON object: axis to its list of values, default first
  seen_at TEXT NOT NULL, -- when a run last had this code; the newest of a name is the current one
  UNIQUE (operation, backend, name, code_hash)
) STRICT;
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','2acb7ba32b235bc6',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','2faf3e87f8a20f4b',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(5,'spmv','cpu','dia','8a947fcfa0a9f024',0,'dia{block=32,threads=0}','{"block":["32","64"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(8,'spmv','cpu','bsr','7568f3a06baa79ac',0,'bsr{r=3,threads=0}','{"r":["3","2","4","8"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(9,'spmv','cpu','vbl','f491bd573ab24125',0,'vbl{width=4,threads=0}','{"width":["4","8"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(10,'spgemm','cpu','binned','1dd43065a887e87e',0,'binned{bins=[{up_to=64,method=sort},{up_to=0,method=dense}],masks=false,threads=0}','{"bins":["[{up_to=64,method=sort},{up_to=0,method=dense}]","[{up_to=16,method=sort},{up_to=0,method=dense}]","[{up_to=64,method=sort},{up_to=512,method=ranks},{up_to=0,method=dense}]","[{up_to=64,method=sort},{up_to=512,method=hash},{up_to=0,method=ranks}]"],"masks":["false","true"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(11,'spgemm','cpu','dense','f3834835086dea74',0,'dense{accumulator=values,window=0,rows=1,masks=false,threads=0}','{"accumulator":["values","ranks","spread"],"window":["0","32768"],"rows":["1","4"],"masks":["false","true"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(12,'spgemm','cpu','hash','d250ce46ba7c7a68',0,'hash{load=0.25,probing=quadratic,function=identity,threads=0}','{"load":["0.25","0.5"],"probing":["quadratic","linear"],"function":["identity","multiply"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(13,'spgemm','cpu','esc','4c25cc7bd6eb0939',0,'esc{block=8192,threads=0}','{"block":["8192","65536"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(14,'spgemm','cpu','dot_product','0d6e2a5f736b75e9',1,'dot_product{lookup=merge}','{"lookup":["merge","scatter"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(15,'spmm','cpu','csr','ea7ebe74804b2acd',0,'csr{tile=32,outer=rows,schedule=nnz,threads=0}','{"tile":["32","8","16","64"],"outer":["rows","columns"],"schedule":["nnz","rows"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(16,'spmv','cpu','eigen','129984733ad6b1a8',1,'eigen{threads=0}','{"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(17,'spmv','cpu','librsb','624d3fb84a67debf',1,'librsb{tuned=true,threads=0}','{"tuned":["true","false"],"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(18,'spgemm','cpu','eigen','68556c673f4cbcb2',1,'eigen{}','{}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(19,'spgemm','cpu','graphblas','7149b382f954b2c0',1,'graphblas{threads=0}','{"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
INSERT INTO "variant" VALUES(20,'spmm','cpu','eigen','1fa4e13f78ad43cf',1,'eigen{threads=0}','{"threads":["0","1","4","16"]}','2026-11-22T14:32:01.077Z');
CREATE TABLE verification (
  -- Comparison with the reference, made before timing.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)), -- 1: within the bound in every row
  max_bound_ratio REAL, -- largest error over its row-wise bound
  max_relative REAL, -- largest error over the magnitude of its row
  nnz_mismatch INTEGER NOT NULL, -- entries of C missing or extra
  sorted INTEGER NOT NULL CHECK (sorted IN (0, 1)), -- 1: columns of every row in order
  repeatable INTEGER NOT NULL CHECK (repeatable IN (0, 1)), -- 1: two runs gave the same bits
  first_bad TEXT NOT NULL -- first difference in words, empty when none
) STRICT;
INSERT INTO "verification" VALUES(42,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(48,1,6.61862909170241181522e-02,3.16811183670722780925e-16,0,1,1,'');
INSERT INTO "verification" VALUES(66,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(71,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(116,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(121,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(128,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(142,1,1.50379154741064863243e-01,2.67127040027519614272e-16,0,1,1,'');
INSERT INTO "verification" VALUES(143,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(151,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(923,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(925,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(940,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(941,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(949,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1204,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1206,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1221,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1222,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1230,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1483,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1485,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1500,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1501,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1508,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1761,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1763,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1778,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1779,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(1786,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2039,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2041,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2056,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2057,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2065,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2322,1,1.57627182780465197042e-01,3.06339070772630519927e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2323,1,1.7465179526699070589e-01,4.77573189205791707795e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2324,1,1.57627182780465197042e-01,3.06339070772630519927e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2328,1,1.7465179526699070589e-01,4.77573189205791707795e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2329,1,1.57627182780465197042e-01,3.06339070772630519927e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2330,1,1.57627182780465197042e-01,3.06339070772630519927e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2341,1,1.65762067238777205391e-01,3.22953071148706651787e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2342,1,2.21388475732274325746e-01,5.63873276700072393382e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2346,1,1.65762067238777205391e-01,3.22953071148706651787e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2347,1,2.21388475732274325746e-01,5.63873276700072393382e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2348,1,1.65762067238777205391e-01,3.22953071148706651787e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2349,1,1.65762067238777205391e-01,3.22953071148706651787e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2367,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(2368,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(2369,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2370,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2371,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2372,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2373,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2381,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(2386,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2388,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2390,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(2439,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2440,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2441,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2442,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2443,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2444,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2445,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2449,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2458,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2459,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2461,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2463,1,1.7465179526699070589e-01,4.77573189205791707795e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2464,1,1.57627182780465197042e-01,3.06339070772630519927e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2466,1,1.57627182780465197042e-01,3.06339070772630519927e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2469,1,2.21388475732274325746e-01,5.63873276700072393382e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2470,1,1.65762067238777205391e-01,3.22953071148706651787e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2471,1,1.65762067238777205391e-01,3.22953071148706651787e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2475,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2477,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2479,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(2481,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2500,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2501,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2504,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2506,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(2511,1,0.0,0.0,0,1,1,'');
CREATE INDEX matrix_by_pattern ON matrix (pattern_hash);
CREATE INDEX run_by_suite ON run (suite, started_at);
CREATE INDEX trial_by_run ON trial (run_id, outcome);
CREATE INDEX trial_by_config ON trial (config_id);
CREATE INDEX trial_by_problem ON trial (problem_id);
CREATE VIEW current_variant AS
  -- The newest code of each kernel of the catalogue.
SELECT
  variant_id, -- row of variant
  operation, -- what it computes
  backend, -- where it computes
  name, -- name in the catalogue
  code_hash, -- hash of its source
  max(seen_at) AS seen_at -- when a run last had this code
FROM variant GROUP BY operation, backend, name;
CREATE VIEW usable AS
  -- Trials that may be believed: fully sampled, verified, newest of their key, of the newest code.
SELECT
  * -- all columns of trial_flat
FROM trial_flat
WHERE outcome = 'ok' AND verified = 1 AND newest = 1 AND current = 1;
CREATE VIEW oracle AS
  -- The fastest usable trial of each problem and context among the kernels that may be dispatched.
  -- remeasured tells whether it stands on a repeated measurement and so is free of the winner's curse.
SELECT
  context_id, -- trials of one context may be compared
  problem_id, -- row of problem
  problem_hash, -- operation, precision and matrices
  operation, -- spmv or spgemm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  matrix_group, -- group of A
  split, -- train or test
  cache, -- hot or cold
  trial_id, -- the winning trial
  config_id, -- its configuration
  variant, -- its kernel
  configuration, -- canonical text
  min(median_us) AS median_us, -- its median
  ci_low_us, -- 95 % interval of its median
  ci_high_us, -- 95 % interval of its median
  prepare_s, -- its one-off cost, s
  floor_ratio, -- its median over an empty trial
  attempt > 1 AS remeasured, -- 1: stands on a repeated measurement
  count(*) AS candidates -- usable trials it was chosen from
FROM usable WHERE baseline = 0 AND median_us IS NOT NULL
GROUP BY context_id, problem_id, backend;
CREATE VIEW regret AS
  -- How far each measured and verified configuration is from the oracle of its problem. Dominated
  -- trials are there with their pilot samples, baselines with what they would have won or lost.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.problem_hash AS problem_hash, -- operation, precision and matrices
  t.operation AS operation, -- spmv or spgemm
  t.value_type AS value_type, -- f32 or f64
  t.backend AS backend, -- cpu or cuda
  t.matrix AS matrix, -- name of A
  t.matrix_group AS matrix_group, -- group of A
  t.split AS split, -- train or test
  t.cache AS cache, -- hot or cold
  t.trial_id AS trial_id, -- row of trial
  t.config_id AS config_id, -- row of config
  t.variant AS variant, -- kernel
  t.configuration AS configuration, -- canonical text
  t.baseline AS baseline, -- 1: kept to compare with
  t.is_default AS is_default, -- 1: default point of its variant
  t.outcome AS outcome, -- ok or dominated
  t.median_us AS median_us, -- its median
  t.ci_low_us AS ci_low_us, -- 95 % interval of its median
  t.ci_high_us AS ci_high_us, -- 95 % interval of its median
  o.median_us AS oracle_us, -- median of the oracle
  o.configuration AS oracle, -- configuration of the oracle
  t.median_us / o.median_us AS slowdown, -- 1 is the oracle
  t.median_us / o.median_us - 1 AS regret, -- 0 is the oracle, 0.5 is half again as slow
  t.trial_id = o.trial_id
    OR (t.outcome = 'ok' AND coalesce(t.ci_low_us <= o.ci_high_us AND o.ci_low_us <= t.ci_high_us,
                                      abs(t.median_us / o.median_us - 1) < 0.01)) AS tie, -- 1: intervals of the medians overlap, so neither is faster
  coalesce(t.floor_ratio < 1.25, 0) AS near_floor -- 1: mostly overhead, the order is noise
FROM trial_flat t
JOIN oracle o ON o.context_id = t.context_id AND o.problem_id = t.problem_id
  AND o.backend = t.backend
WHERE t.outcome IN ('ok', 'dominated') AND t.verified = 1 AND t.newest = 1 AND t.current = 1
  AND t.median_us IS NOT NULL;
CREATE VIEW best AS
  -- The best configuration of each problem with what it achieves and how many tie with it.
SELECT
  o.operation AS operation, -- spmv or spgemm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  t.nnz AS nnz, -- entries of A
  o.configuration AS configuration, -- canonical text
  o.median_us AS median_us, -- its median
  t.gflops AS gflops, -- GFLOP/s
  t.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.floor_ratio AS floor_ratio, -- median over an empty trial
  o.candidates AS candidates, -- usable configurations
  g.tied - 1 AS ties, -- others whose interval overlaps
  o.remeasured AS remeasured, -- 1: stands on a repeated measurement
  o.matrix_group AS matrix_group, -- group of A
  o.split AS split, -- train or test
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id, -- row of problem
  o.trial_id AS trial_id -- the winning trial
FROM oracle o
JOIN trial_flat t ON t.trial_id = o.trial_id
JOIN (
  SELECT context_id, problem_id, backend, sum(tie) AS tied FROM regret WHERE baseline = 0
  GROUP BY context_id, problem_id, backend
) g ON g.context_id = o.context_id AND g.problem_id = o.problem_id AND g.backend = o.backend;
CREATE VIEW speedup AS
  -- The oracle against each baseline at its best, and against the default point of each kernel.
SELECT
  o.operation AS operation, -- spmv or spgemm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.matrix_group AS matrix_group, -- group of A
  u.reference_kind AS reference_kind, -- baseline or default
  u.variant AS reference, -- kernel compared with
  u.configuration AS reference_configuration, -- its best or default configuration
  u.median_us AS reference_us, -- its median
  o.configuration AS configuration, -- the oracle
  o.median_us AS median_us, -- median of the oracle
  u.median_us / o.median_us AS speedup, -- above 1: the oracle is faster
  coalesce(u.ci_low_us <= o.ci_high_us AND o.ci_low_us <= u.ci_high_us, 0) AS tie, -- 1: intervals overlap
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id -- row of problem
FROM oracle o
JOIN (
  SELECT context_id, problem_id, backend, 'baseline' AS reference_kind, variant, configuration,
         min(median_us) AS median_us, ci_low_us, ci_high_us
  FROM usable WHERE baseline = 1 AND median_us IS NOT NULL
  GROUP BY context_id, problem_id, backend, variant
  UNION ALL
  SELECT context_id, problem_id, backend, 'default', variant, configuration,
         median_us, ci_low_us, ci_high_us
  FROM regret WHERE baseline = 0 AND is_default = 1
) u ON u.context_id = o.context_id AND u.problem_id = o.problem_id AND u.backend = o.backend;
CREATE VIEW refusals AS
  -- Configurations that did not fit, with their reason.
SELECT
  operation, -- spmv or spgemm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  variant, -- kernel
  configuration, -- canonical text
  message AS reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM trial_flat WHERE outcome = 'refused' AND newest = 1;
CREATE VIEW coverage AS
  -- How far each problem has been explored in each context, newest attempts of the newest code.
SELECT
  operation, -- spmv or spgemm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  matrix_group, -- group of A
  split, -- train or test
  count(DISTINCT variant) AS variants, -- kernels tried
  count(*) AS configurations, -- configurations tried
  sum(outcome = 'ok') AS ok, -- measured in full
  sum(outcome = 'dominated') AS dominated, -- dropped after the pilot
  sum(outcome = 'refused') AS refused, -- did not fit
  sum(outcome NOT IN ('ok', 'dominated', 'refused')) AS failed, -- went wrong
  sum(wall_s) AS wall_s, -- time spent, s
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM trial_flat WHERE newest = 1 AND current = 1
GROUP BY context_id, problem_id, backend;
CREATE VIEW trial_flat AS
  -- Every trial with the words for its keys: one row per trial, running ones left out.
SELECT
  t.trial_id AS trial_id, -- row of trial
  lower(hex(t.uuid)) AS trial_uuid, -- the same in every file
  r.uuid AS run_uuid, -- sweep
  r.suite AS suite, -- suite of matrices
  p.problem_hash AS problem_hash, -- operation, precision and matrices
  p.operation AS operation, -- spmv, spgemm or spmm
  p.value_type AS value_type, -- f32 or f64
  p.b_kind AS b_kind, -- x, a, at or other
  p.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  p.x_cols AS x_cols, -- columns of the dense operand, 0 where there is none
  v.backend AS backend, -- cpu or cuda
  m.name AS matrix, -- name of A
  m.content_hash AS matrix_hash, -- content of A
  m.source AS matrix_source, -- path, URL or generator of A
  m.grp AS matrix_group, -- group of A
  m.split AS split, -- train or test
  m.nrows AS nrows, -- rows of A
  m.ncols AS ncols, -- columns of A
  m.nnz AS nnz, -- entries of A
  v.name AS variant, -- kernel
  v.code_hash AS code_hash, -- state of its source
  v.baseline AS baseline, -- 1: kept to compare with
  c.text AS configuration, -- canonical text
  c.params AS params, -- JSON object of the axes
  c.is_default AS is_default, -- 1: default point of its variant
  w.cache AS cache, -- hot or cold
  w.threads AS threads, -- threads granted; 0: all
  h.hw_hash AS hardware_hash, -- hardware
  e.env_hash AS environment_hash, -- environment
  w.policy_hash AS policy_hash, -- policy
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.attempt AS attempt, -- 1, 2, … for one key
  t.outcome AS outcome, -- how it ended
  t.reaped AS reaped, -- 1: ended from outside, or the problem could not be loaded: says nothing of the kernel
  coalesce(x.ok, 0) AS verified, -- 1: agreed with the reference
  f.stage AS stage, -- where a failure happened
  f.message AS message, -- reason of a refusal or failure
  f.signal AS signal, -- that killed the worker
  f.limit_s AS limit_s, -- time limit passed, s
  t.stop_reason AS stop_reason, -- why sampling stopped
  t.n AS n, -- samples
  t.runs_per_sample AS runs_per_sample, -- runs that share one sample
  t.min_us AS min_us, -- fastest sample
  t.q1_us AS q1_us, -- first quartile
  t.median_us AS median_us, -- median
  t.q3_us AS q3_us, -- third quartile
  t.mean_us AS mean_us, -- mean
  t.sd_us AS sd_us, -- standard deviation
  t.ci_low_us AS ci_low_us, -- 95 % interval of the median
  t.ci_high_us AS ci_high_us, -- 95 % interval of the median
  t.floor_us AS floor_us, -- empty trial
  t.median_us / nullif(t.floor_us, 0) AS floor_ratio, -- below about 1.25 the time is mostly overhead
  t.prepare_s AS prepare_s, -- one-off cost, s
  p.flops AS flops, -- operations of one run
  p.nnz_out AS nnz_out, -- entries of C
  p.compulsory_bytes AS compulsory_bytes, -- bytes any kernel must move
  t.bytes_per_run AS bytes_per_run, -- bytes the format makes one run move
  p.flops / nullif(t.median_us, 0) / 1e3 AS gflops, -- GFLOP/s at the median
  t.bytes_per_run / nullif(t.median_us, 0) / 1e3 AS gbytes_per_s, -- GB/s of the format at the median
  t.memory_bytes AS memory_bytes, -- held by the plan
  t.mhz_mean AS mhz_mean, -- clock while sampling
  t.started_at AS started_at, -- UTC
  t.wall_s AS wall_s, -- whole trial, s
  t.reaped = 0 AND NOT EXISTS (
    SELECT 1 FROM trial o
    WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
      AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
      AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
        > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt)
  ) AS newest, -- 1: the attempt that counts for its key: the latest that was verified or found wrong, else the latest
  v.variant_id IN (SELECT variant_id FROM current_variant) AS current -- 1: measured with the newest code
FROM trial t
JOIN run r ON r.run_id = t.run_id
JOIN context k ON k.context_id = t.context_id
JOIN hardware h ON h.hw_id = k.hw_id
JOIN environment e ON e.env_id = k.env_id
JOIN policy w ON w.policy_id = k.policy_id
JOIN problem p ON p.problem_id = t.problem_id
JOIN matrix m ON m.matrix_id = p.a_id
JOIN config c ON c.config_id = t.config_id
JOIN variant v ON v.variant_id = c.variant_id
LEFT JOIN verification x ON x.trial_id = t.trial_id
LEFT JOIN failure f ON f.trial_id = t.trial_id
WHERE t.outcome <> 'running';
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one blames the sweep and not the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  variant, -- kernel
  configuration, -- canonical text
  outcome, -- kind of failure
  reaped, -- 1: the sweep died, not the kernel
  stage, -- where it happened
  message, -- reason in one line
  signal, -- that killed the worker
  limit_s, -- time limit passed, s
  attempt, -- 1, 2, … for one key
  newest AND current AS standing, -- 1: no later attempt and no newer code supersede it
  cache, -- hot or cold
  started_at, -- UTC
  run_uuid, -- sweep
  trial_id, -- row of trial
  format('sptune run %Q %Q --operation %s --type %s --backend %s --cache %s --threads %d%s',
    iif(matrix_source LIKE 'file:%' OR matrix_source LIKE 'generate:%',
        substr(matrix_source, instr(matrix_source, ':') + 1), matrix_source),
    configuration, operation, value_type, backend, cache, threads,
    CASE b_kind WHEN 'x' THEN '' WHEN 'other' THEN format(' --b %Q', (SELECT b.source FROM problem q
      JOIN matrix b ON b.matrix_id = q.b_id WHERE q.problem_id = trial_flat.problem_id))
    ELSE ' --b-kind ' || b_kind END)
    || iif(parameters = '', '', format(' --parameters %Q', parameters)) AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
