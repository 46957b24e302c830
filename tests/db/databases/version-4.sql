PRAGMA application_id = 1936749678;
PRAGMA user_version = 4;
CREATE TABLE benchmark (
  -- One benchmark of a run: a sample per repetition: the time of one iteration, of the CPU, or on the
  -- wall where the name ends in real_time.
  benchmark_run_id INTEGER NOT NULL REFERENCES benchmark_run, -- measured by
  name TEXT NOT NULL, -- as Google Benchmark prints it, without what names a repetition
  iterations INTEGER NOT NULL, -- that one sample is the mean of; 0 after an error
  n INTEGER NOT NULL, -- samples
  min_us REAL, -- fastest sample
  median_us REAL, -- median
  ci_low_us REAL, -- 95 % interval of the median; below six samples their whole range
  ci_high_us REAL, -- 95 % interval of the median; below six samples their whole range
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds, in order
  counters TEXT NOT NULL CHECK (json_valid(counters)), -- JSON object: what the benchmark counts, mean over the samples
  error TEXT NOT NULL, -- why there are no samples, else empty
  PRIMARY KEY (benchmark_run_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE benchmark_run (
  -- One run of sptune-microbench. Its numbers may be compared with those of other commits on the same hardware.
  benchmark_run_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- the same in every file that the run is merged into
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  env_id INTEGER NOT NULL REFERENCES environment, -- with which software
  git_sha TEXT NOT NULL, -- commit of sptune: what is compared
  git_dirty INTEGER NOT NULL CHECK (git_dirty IN (0, 1)), -- 1: with uncommitted changes
  info TEXT NOT NULL CHECK (json_valid(info)), -- JSON object: host, load, governor
  stored_at TEXT NOT NULL -- UTC, when the run had ended
) STRICT;
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
INSERT INTO "config" VALUES(1,'c87ff4130c66450000745c53d939233c',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'a3d0aefdb78777b8f17a31d81e992ac1',5,'dia{block=32,threads=0}','{"block":32,"threads":0}',1);
INSERT INTO "config" VALUES(9,'963284fec307622d47d329bae7cab946',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(34,'227a594f97e31e5a38285ce5bec54793',16,'eigen{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(35,'d2755430c6693b3b6ce0be599a1abce4',16,'eigen{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(36,'5a62284d4ba57665a12b346c6652ef01',16,'eigen{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(37,'ffed31d4f50114359f1de1718e292934',17,'librsb{tuned=true,threads=1}','{"tuned":true,"threads":1}',0);
INSERT INTO "config" VALUES(38,'e45da8ed5055541761c0f17905c0795d',17,'librsb{tuned=true,threads=4}','{"tuned":true,"threads":4}',0);
INSERT INTO "config" VALUES(39,'f988c5a2f5d91af4e2a4cae9b60ad824',17,'librsb{tuned=true,threads=16}','{"tuned":true,"threads":16}',0);
INSERT INTO "config" VALUES(45,'3d94c3af8201cdddb93b686937999412',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(48,'ddf1a0a597760f46995fe47c3cb2fede',8,'bsr{r=3,threads=0}','{"r":3,"threads":0}',1);
INSERT INTO "config" VALUES(49,'aa416bd86c8fed75872d80656c8d44ee',9,'vbl{width=4,threads=0}','{"width":4,"threads":0}',1);
INSERT INTO "config" VALUES(63,'4677ba67ead5dc0c12cbe3cddd89625b',8,'bsr{r=8,threads=0}','{"r":8,"threads":0}',0);
INSERT INTO "config" VALUES(82,'83e0f784f9f5d6f802a1d95b6be6e767',19,'graphblas{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(83,'e487cd95105d975e0b78dee933628fb3',19,'graphblas{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(84,'94f5ad3e75fe1e73590ff6c9401cddbe',19,'graphblas{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(87,'09e145db8fbfaad760f6eeff0aad1470',19,'graphblas{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(89,'0182654f33c6dd1432b02c978b6dade9',10,'binned{bins=[{up_to=64,method=sort},{up_to=0,method=dense}],masks=false,threads=0}','{"bins":[{"up_to":64,"method":"sort"},{"up_to":0,"method":"dense"}],"masks":false,"threads":0}',1);
INSERT INTO "config" VALUES(90,'1fcdbef26cadf4037ed495ebaaa24a0f',11,'dense{accumulator=values,window=0,rows=1,masks=false,threads=0}','{"accumulator":"values","window":0,"rows":1,"masks":false,"threads":0}',1);
INSERT INTO "config" VALUES(91,'c08c69f2d349bb21b75e4bd7948214da',12,'hash{load=0.25,probing=quadratic,function=identity,threads=0}','{"load":0.25,"probing":"quadratic","function":"identity","threads":0}',1);
INSERT INTO "config" VALUES(92,'f615d8eaf50382d64542847ffc33fda3',13,'esc{block=8192,threads=0}','{"block":8192,"threads":0}',1);
INSERT INTO "config" VALUES(94,'015ffce12709473a06eedb07e54cdee8',10,'binned{bins=[{up_to=64,method=sort},{up_to=0,method=dense}],masks=true,threads=0}','{"bins":[{"up_to":64,"method":"sort"},{"up_to":0,"method":"dense"}],"masks":true,"threads":0}',0);
INSERT INTO "config" VALUES(97,'ba696bccd5434403aebdb5af89a71f2d',11,'dense{accumulator=values,window=0,rows=1,masks=true,threads=0}','{"accumulator":"values","window":0,"rows":1,"masks":true,"threads":0}',0);
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
INSERT INTO "failure" VALUES(85,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(86,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(87,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(110,'fit','at least 1674 pieces of diagonals of 32 rows for 7931 entries: 435744 bytes, more than 4 times the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(111,'fit','at least 5490 blocks of 3x3 for 7931 entries: 422576 bytes, more than 4 times the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(112,'fit','7799 runs of neighbouring columns for 7931 entries: 110447 bytes, not fewer than the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(145,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(146,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(147,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(148,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(149,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(150,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(199,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(200,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(201,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
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
INSERT INTO "policy" VALUES(1,'a2448b99d094f2f3a396d15279e6b03a','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.01}');
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
INSERT INTO "problem" VALUES(2,'0c74421b349a3dafbad05752858aebd3','spgemm','f64',1,1,'a','',0,19531250,1048576,14016488.0);
INSERT INTO "problem" VALUES(3,'cb3b4c7124463185ba36adb4013d5c9f','spmv','f64',2,NULL,'x','',1,15862,NULL,124840.0);
INSERT INTO "problem" VALUES(4,'1d5b560cc6870b62752ffe59e8e67871','spgemm','f64',2,2,'at','',0,1114530,515332,6401176.0);
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
INSERT INTO "run" VALUES(1,'01a20661-4f62-7a1a-afd0-621c95248792',1,'quick','{}','finished','5bf883e4cb4b4ca97c745832cfbe3910d1f6aa80',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-23T03:09:30.339Z','2026-11-23T03:12:13.467Z');
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
INSERT INTO "trial" VALUES(1,X'01A206614FB7784B88933AB12F48DCC8',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.423Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A206614FB7794788A32A4705079891',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.423Z',0.0);
INSERT INTO "trial" VALUES(34,X'01A206614FC1700F8ADAB97CA406025F',1,1,1,34,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.433Z',0.0);
INSERT INTO "trial" VALUES(35,X'01A206614FC17595BC0A631E9713D3E3',1,1,1,35,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.433Z',0.0);
INSERT INTO "trial" VALUES(36,X'01A206614FC176DA8FDD4E3312D92493',1,1,1,36,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.433Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A206614FC1753B945266FEFEA20B13',1,1,1,37,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.433Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A206614FC17D28B0600C03888E1F62',1,1,1,38,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.433Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A206614FC1781AB7F66290B1C3B01D',1,1,1,39,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.433Z',0.0);
INSERT INTO "trial" VALUES(45,X'01A206614FE87A65862D25D31B471D74',1,1,1,45,1,'ok',0,'stable',50,4,1.652500152587890625e+01,1.65346236228942871098e+01,1.65428752899169921879e+01,1.6660938262939453125e+01,1.90827500534057605818e+01,1.50087110511097048264e+01,1.65357494354248046875e+01,1.66582508087158203129e+01,2.70907854428514838218e-04,2.38131004152819514274e-04,791232.0,774904,3.680144054951056205e+03,'2026-11-23T03:09:30.472Z',4.9552949931239709258e-03);
INSERT INTO "trial" VALUES(63,X'01A2066150387A2582AC1B9FC240D411',1,1,1,63,1,'ok',0,'confidence',45,7,8.9921436309814453125e+00,9.0032863616943359375e+00,9.01157283782959,9.269428253173828125e+00,9.39512699974907761202e+00,1.9212440546711413436e+00,9.00728607177734375e+00,9.018428802490234375e+00,2.70907854428514838218e-04,2.64600006630644202232e-04,1145972.0,1129588,3.6757555472039275628e+03,'2026-11-23T03:09:30.552Z',4.10696899052709341049e-03);
INSERT INTO "trial" VALUES(71,X'01A20661505A7292B498BA9E1E616EFE',1,1,1,63,2,'ok',0,'repetitions',36,6,9.0111665725708,9.6083316802978515625e+00,9.95758295059204101562e+00,1.00864992141723632814e+01,9.83694444762336,5.4108661334800356446e-01,9.7413330078125,1.00011672973632812497e+01,2.70907854428514838218e-04,3.36707002134062349796e-04,1145972.0,1129588,3.65531007396104814697e+03,'2026-11-23T03:09:30.564Z',6.99046033453972273652e-03);
INSERT INTO "trial" VALUES(85,X'01A2066150637904AABBB994C88E4115',1,1,2,82,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.595Z',0.0);
INSERT INTO "trial" VALUES(86,X'01A206615063766EB5E67B5E5875544B',1,1,2,83,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.595Z',0.0);
INSERT INTO "trial" VALUES(87,X'01A2066150637CD794304936F560F562',1,1,2,84,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:30.595Z',0.0);
INSERT INTO "trial" VALUES(90,X'01A2066157B87D1C8DC9B12CD526A948',1,1,2,87,1,'ok',0,'budget',9,1,5591.7109375,5790.39306640625,5867.0810546875,5959.5439453125,5.85950032552083303026e+03,1.66636152821588552795e+02,5651.630859375,6024.046875,2.70907854428514838218e-04,5.56832400616258382797e-03,14016488.0,9350048,3.92430215392779700792e+03,'2026-11-23T03:09:32.472Z',0.26300628799072);
INSERT INTO "trial" VALUES(92,X'01A206615A087D2284EC986C017DD59B',1,1,2,89,1,'ok',0,'budget',4,1,14998.1513671875,1.50539897460937499998e+04,15184.599609375,1.53593142089843750002e+04,1.52287043457031249994e+04,2.47481527411536461613e+02,14998.1513671875,15547.466796875,2.70907854428514838218e-04,8.14899976830929517745e-06,14016488.0,19964144,3.88021692417410122297e+03,'2026-11-23T03:09:33.064Z',2.26235798007110133767e-01);
INSERT INTO "trial" VALUES(94,X'01A206615BD270828367C8B7288683C7',1,1,2,91,1,'dominated',0,'dominated',3,1,18048.32421875,18096.642578125,18144.9609375,18464.0673828125,18325.486328125,3.99303205089665084418e+02,18048.32421875,18783.173828125,2.70907854428514838218e-04,6.57999771647155284881e-06,14016488.0,20025376,3.7809281453759235774e+03,'2026-11-23T03:09:33.522Z',2.14835274004144594073e-01);
INSERT INTO "trial" VALUES(95,X'01A206615CA97BE39739B3A066068A64',1,1,2,92,1,'dominated',0,'dominated',2,1,39767.23828125,39910.9052734375,40054.572265625,40198.2392578125,40054.572265625,406.351617633824,39767.23828125,40341.90625,2.70907854428514838218e-04,8.34699312690645456314e-06,14016488.0,40431778,3.77627834755567891983e+03,'2026-11-23T03:09:33.737Z',3.26810302998637780547e-01);
INSERT INTO "trial" VALUES(97,X'01A206615EE077DEAE56754E6E69B5D6',1,1,2,94,1,'ok',0,'budget',8,1,6693.34716796875,6.73631066894531249991e+03,6.76827954101562499983e+03,6.80778576660156250002e+03,6.776218505859375e+03,6.28476194786691166882e+01,6693.34716796875,6886.4541015625,2.70907854428514838218e-04,7.36900256015360355377e-06,14016488.0,20034552,3.67738457535775387433e+03,'2026-11-23T03:09:34.304Z',1.98038829999859444797e-01);
INSERT INTO "trial" VALUES(107,X'01A2066168577A1582C3398590C8B35E',1,1,2,87,2,'ok',0,'repetitions',36,1,6284.0048828125,6.72474987792968749997e+03,6967.2802734375,7.20984313964843750001e+03,7.29801203070746487338e+03,1.28695976367467210363e+03,6805.7021484375,7134.52001953125,2.70907854428514838218e-04,1.86047996976412832736e-04,14016488.0,9350048,3.80280701934099033684e+03,'2026-11-23T03:09:36.727Z',3.18948085032752715051e+00);
INSERT INTO "trial" VALUES(110,X'01A206618DC771A5A325F99D24E92ECA',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.311Z',0.0);
INSERT INTO "trial" VALUES(111,X'01A206618DC87A519D7D1EEBC60A8EBC',1,1,3,48,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.312Z',0.0);
INSERT INTO "trial" VALUES(112,X'01A206618DC87D3881D01969310BD0DE',1,1,3,49,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.312Z',0.0);
INSERT INTO "trial" VALUES(145,X'01A206618DD5718CAC8A25692687E010',1,1,3,34,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.325Z',0.0);
INSERT INTO "trial" VALUES(146,X'01A206618DD577468143B926569A8116',1,1,3,35,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.325Z',0.0);
INSERT INTO "trial" VALUES(147,X'01A206618DD67AD792C24E0A402C2BF1',1,1,3,36,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.326Z',0.0);
INSERT INTO "trial" VALUES(148,X'01A206618DD67795AE7B02FD40A10351',1,1,3,37,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.326Z',0.0);
INSERT INTO "trial" VALUES(149,X'01A206618DD67875809B39F36C2CD059',1,1,3,38,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.326Z',0.0);
INSERT INTO "trial" VALUES(150,X'01A206618DD678A5950DD6071A3F95C2',1,1,3,39,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.326Z',0.0);
INSERT INTO "trial" VALUES(156,X'01A206618DEF78C8906432447EC620B9',1,1,3,1,1,'ok',0,'budget',173,25,2.142040252685546875e+00,2.17803978919982910156e+00,2.23692035675048828125e+00,2.33263993263244628906e+00,2.28444252813482551189e+00,2.26524721701699738307e-01,2.20839977264404296875e+00,2.2667598724365234375e+00,2.6374391745775938034e-04,1.84789969353005290031e-05,117664.0,96000,3.77736425292495732724e+03,'2026-11-23T03:09:46.351Z',1.0937120998278260231e-02);
INSERT INTO "trial" VALUES(167,X'01A206618E2374A4BC99B9071A6E2151',1,1,3,9,1,'ok',0,'confidence',95,27,2.063777923583984375e+00,2.07664799690246582031e+00,2.08140778541564941406e+00,2.12859249114990234375e+00,2.11579063315140558643e+00,1.37454274458487041288e-01,2.07825922966003417968e+00,2.08796262741088867187e+00,2.6374391745775938034e-04,1.8065999029204249382e-05,118432.0,96768,3.67128548615576346487e+03,'2026-11-23T03:09:46.403Z',6.37535100395325571298e-03);
INSERT INTO "trial" VALUES(180,X'01A206618E67728E828603B9A5CF144C',1,1,3,9,2,'ok',0,'repetitions',36,26,2.11492323875427246093e+00,2.12685573101043701171e+00,2.14855778217315673828e+00,2.15706717967987060546e+00,2.14566242032580900556e+00,1.8607340291192084325e-02,2.13057661056518554687e+00,2.15384626388549804687e+00,2.6374391745775938034e-04,1.12870038719847798347e-05,118432.0,96768,3.52554558768241759034e+03,'2026-11-23T03:09:46.433Z',0.00440307487406244);
INSERT INTO "trial" VALUES(184,X'01A206618E677A22819D95948C98CCA9',1,1,3,1,2,'ok',0,'repetitions',36,25,2.26736021041870117187e+00,2.27072000503540039062e+00,2.29451990127563476562e+00,2.34406983852386474609e+00,2.34539656506644345057e+00,2.22476573607640282226e-01,2.27143979072570800781e+00,2.34308004379272460937e+00,2.6374391745775938034e-04,1.42170028993859887123e-05,117664.0,96000,3.4550769786680757534e+03,'2026-11-23T03:09:46.433Z',4.40311775128066074103e-03);
INSERT INTO "trial" VALUES(199,X'01A206618E6B7510AEDE60D0381477B9',1,1,4,82,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.475Z',0.0);
INSERT INTO "trial" VALUES(200,X'01A206618E6B72D28BA7C75FFACC6730',1,1,4,83,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.475Z',0.0);
INSERT INTO "trial" VALUES(201,X'01A206618E6B7A99B544BDB6B2C18586',1,1,4,84,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T03:09:46.475Z',0.0);
INSERT INTO "trial" VALUES(204,X'01A2066190637D5EBA4047C44296E81C',1,1,4,87,1,'ok',0,'budget',10,1,3029.455078125,3.08863977050781250005e+03,3.09919152832031249999e+03,3.1282794799804687501e+03,3.10521879882812481816e+03,4.41747787367079212126e+01,3.05901000976562500001e+03,3.15467700195312500009e+03,2.6374391745775938034e-04,9.92410059552639722824e-05,6401176.0,8410528,3.97798009832496700247e+03,'2026-11-23T03:09:46.979Z',1.2176680499396752566e-01);
INSERT INTO "trial" VALUES(206,X'01A20661915372FD8C5C04FB9F7B0C0D',1,1,4,89,1,'ok',0,'budget',10,1,1.68259301757812499995e+03,1.73584878540039062497e+03,1.75619549560546874995e+03,1.80245251464843749995e+03,1.87098029785156245458e+03,3.69865673029224353743e+02,1695.3359375,1843.51904296875,2.6374391745775938034e-04,7.01700628269463777542e-06,6401176.0,9399736,3.77439774063383720213e+03,'2026-11-23T03:09:47.219Z',8.14121040020836517214e-02);
INSERT INTO "trial" VALUES(207,X'01A2066191A570C29CFAC9572701DFDE',1,1,4,90,1,'ok',0,'budget',10,1,1.65844104003906249998e+03,1.69214022827148437497e+03,1.75640045166015625003e+03,2.02157131958007812489e+03,2.09390740966796875003e+03,875.522488116466,1.67794396972656249993e+03,2.18149096679687499989e+03,2.6374391745775938034e-04,7.51999323256313800811e-06,6401176.0,9399736,3.87519902885186456843e+03,'2026-11-23T03:09:47.301Z',9.38099490012973546981e-02);
INSERT INTO "trial" VALUES(208,X'01A2066192037130A9FD85779C87CAD8',1,1,4,91,1,'dominated',0,'dominated',3,1,6643.02587890625,6.8832004394531250001e+03,7123.375,8029.9306640625,7.56762906901041696979e+03,1.20955010909300563067e+03,6643.02587890625,8936.486328125,2.6374391745775938034e-04,7.77600507717579603195e-06,6401176.0,9400916,3.7791874835117660041e+03,'2026-11-23T03:09:47.395Z',1.00203744004829786717e-01);
INSERT INTO "trial" VALUES(210,X'01A2066192D07B71963E43419F3A13E5',1,1,4,97,1,'ok',0,'budget',10,1,1.24835803222656250004e+03,1.263319244384765625e+03,1.31049700927734374998e+03,1436.30126953125,1.37283140869140629549e+03,1.60075279648519824609e+02,1.24843005371093750002e+03,1447.27197265625,2.6374391745775938034e-04,6.92599860485643148422e-06,6401176.0,9437100,3.77395250027678912378e+03,'2026-11-23T03:09:47.600Z',7.33796709973830729722e-02);
INSERT INTO "trial" VALUES(221,X'01A206619832707FB13C23965B38EAFF',1,1,4,87,2,'ok',0,'repetitions',36,1,3147.0009765625,3.55705120849609375001e+03,4.01315246582031250012e+03,4.51234851074218749986e+03,4.56218910725911428035e+03,2.23089423312574854215e+03,3.59328198242187500004e+03,4235.3701171875,2.6374391745775938034e-04,7.74950021877884864807e-05,6401176.0,8410528,3.95541641694733971243e+03,'2026-11-23T03:09:48.978Z',7.03717618001974187791e-01);
INSERT INTO "trial" VALUES(225,X'01A20661A5F473C38373265499AAC537',1,1,4,97,2,'ok',0,'repetitions',36,1,1.14482397460937499996e+03,1.2546007080078125e+03,1407.958984375,2067.06396484375,2.08377597045898437498e+03,1.39671644732945878788e+03,1.28800695800781249997e+03,1.6302740478515625e+03,2.6374391745775938034e-04,9.67500091064721345901e-06,6401176.0,9437100,3.94983737115999792872e+03,'2026-11-23T03:09:48.978Z',7.03717801603488624095e-01);
INSERT INTO "trial" VALUES(228,X'01A20661A69B73EC857E712AF72CEB7E',1,1,1,63,3,'ok',0,'repetitions',36,6,8.29414463043212890625e+00,8.53421449661254882812e+00,9.01214265823364257812e+00,9.71125173568725585937e+00,1.01574370861053466799e+01,3.31008045819423069033e+00,8.55071353912353515625e+00,9.45533275604248,2.50566663453355431556e-04,2.3426700499840080738e-04,1145972.0,1129588,3.72830506802119361967e+03,'2026-11-23T03:09:52.517Z',7.47683343706739833578e-03);
INSERT INTO "trial" VALUES(230,X'01A20661A69B7B5DB900F2E84498B719',1,1,1,45,2,'ok',0,'repetitions',36,4,1.52292490005493164062e+01,1.5336810827255249023e+01,1.56618738174438476562e+01,1.57010617256164550781e+01,1.63722570472293433847e+01,4.25878140180371733691e+00,1.55355014801025390625e+01,1.56692514419555664062e+01,2.50566663453355431556e-04,9.72399866441264748573e-05,791232.0,774904,3.72695010085571902893e+03,'2026-11-23T03:09:52.517Z',7.47684312500496162101e-03);
INSERT INTO "trial" VALUES(245,X'01A20661A6A67E0AAEC6EA8CE675C7B4',1,1,2,87,3,'ok',0,'repetitions',36,1,6854.39599609375,10900.513671875,11599.98828125,1.52048999023437499998e+04,1.46237996826171875001e+04,7.58677635570701386314e+03,11065.7353515625,14899.4833984375,2.4446760653518140316e-04,2.13335006264969706535e-04,14016488.0,9350048,3.95608970358269743886e+03,'2026-11-23T03:09:52.678Z',3.67785557871580515154e+00);
INSERT INTO "trial" VALUES(249,X'01A206626FCF705EBE38EF98F4632EB2',1,1,2,94,2,'ok',0,'repetitions',36,1,6745.5380859375,1.06698786621093749996e+04,1.10888334960937500004e+04,1.50955356445312500004e+04,1.22097929823133672473e+04,3.0381408722712367307e+03,10812.4228515625,12490.0400390625,2.4446760653518140316e-04,8.08801269158721e-06,14016488.0,20034552,3.80406208429060598077e+03,'2026-11-23T03:09:52.678Z',3.67785571285743806413e+00);
INSERT INTO "trial" VALUES(254,X'01A206626FCF7BD39A477D37D10FB23C',1,1,2,91,2,'ok',0,'repetitions',36,1,18718.171875,2.90977846679687500008e+04,30686.521484375,34061.6220703125,3.46647488064236094932e+04,1.71644104216823507151e+04,30063.041015625,32077.22265625,2.4446760653518140316e-04,9.22700564842671155929e-06,14016488.0,20025376,3.92311181311448490312e+03,'2026-11-23T03:09:52.678Z',3.67785574150080485367e+00);
INSERT INTO "trial" VALUES(261,X'01A2066271F2754AB9F19E2DE3045839',1,1,3,9,3,'ok',0,'repetitions',36,27,2.02392864227294921875e+00,2.0812053084373474121e+00,2.10767853260040283203e+00,2.11553663015365600585e+00,2.09522411558363153005e+00,4.63595537301324037149e-02,2.08539295196533203125e+00,2.11435747146606445312e+00,2.4446760653518140316e-04,1.54200097313150763511e-05,118432.0,96768,3.70492280612084596224e+03,'2026-11-23T03:10:44.260Z',1.82432546253039618022e-02);
INSERT INTO "trial" VALUES(269,X'01A2066271F2742EB40E774BF46852EB',1,1,3,1,3,'ok',0,'repetitions',36,25,2.14311981201171875e+00,2.20481002330780029296e+00,2.20807993412017822265e+00,2.21090030670166,2.19869107007980346679e+00,2.43844363420637963435e-02,2.20560002326965332031e+00,2.21011996269226074218e+00,2.4446760653518140316e-04,1.93690066225826740264e-05,117664.0,96000,3.60367844927376563646e+03,'2026-11-23T03:10:44.260Z',1.82432958117715315893e-02);
INSERT INTO "trial" VALUES(283,X'01A2066271F97246AF75A36E9DDB1141',1,1,4,87,3,'ok',0,'repetitions',36,1,3.44392602539062499993e+03,6.50680041503906249995e+03,16120.5029296875,22653.017578125,1.58280188123914922473e+04,8.72855628429502212409e+03,12190.0283203125,19819.732421875,2.4446760653518140316e-04,8.65540059749037e-05,6401176.0,8410528,3.85368632127994806078e+03,'2026-11-23T03:10:44.729Z',1.76016592649951553184e+00);
INSERT INTO "trial" VALUES(286,X'01A20662C4927245A4184723D61D26B4',1,1,4,97,3,'ok',0,'repetitions',36,1,1216.916015625,1.56791870117187499998e+03,1.74510900878906249997e+03,1.39373254394531249998e+04,7.49308484903971384503e+03,8339.3119535655,1.58786694335937500002e+03,11298.837890625,2.4446760653518140316e-04,8.65499896463006734848e-06,6401176.0,9437100,3.8774839817461270286e+03,'2026-11-23T03:10:44.729Z',1.76016607841544692192e+00);
INSERT INTO "trial" VALUES(297,X'01A20662C7507F339F7395276AFB729E',1,1,1,63,4,'ok',0,'repetitions',36,7,8.31014347076416,8.53850030899047851562e+00,8.76785755157470703125e+00,9.99628663063049316406e+00,9.3074406252967,1.05783457767438382468e+00,8.5447139739990234375e+00,9.60342788696289,2.4446760653518140316e-04,2.57218998740427196025e-04,1145972.0,1129588,3.65418967256173300478e+03,'2026-11-23T03:11:05.925Z',3.07887960616426425985e-02);
INSERT INTO "trial" VALUES(299,X'01A20662C7517E3C9FF3152B5E78CBD0',1,1,1,45,3,'ok',0,'repetitions',36,4,1.52452487945556640629e+01,1.57450628280639648437e+01,16.0964994430542,1.78866243362426757812e+01,128.358370118671,669.373750465082,1.57795000076293945312e+01,1.71657485961914062504e+01,2.4446760653518140316e-04,2.11717997444793581962e-04,791232.0,774904,3.6765436955249797392e+03,'2026-11-23T03:11:05.925Z',3.07888059378456091508e-02);
INSERT INTO "trial" VALUES(314,X'01A20662C75571D4AA0F1436AF76367A',1,1,2,87,4,'ok',0,'repetitions',36,1,6964.033203125,7475.9423828125,11548.5146484375,16215.5673828125,1.58833156602647577529e+04,1.06269413610837509625e+04,8783.072265625,15711.40234375,2.4446760653518140316e-04,2.60652988799847662448e-04,14016488.0,9350048,3.75304658202777045514e+03,'2026-11-23T03:11:06.581Z',4.08444999006654452244e+00);
INSERT INTO "trial" VALUES(318,X'01A20663B6D371DAA04A6C546695B8A6',1,1,2,94,3,'ok',0,'repetitions',36,1,7032.1328125,9216.12939453125,1.24957514648437499995e+04,1.59700395507812499995e+04,1.72690871175130196205e+04,1.24247639727929163201e+04,11521.7646484375,15157.1240234375,2.4446760653518140316e-04,7.89700425229966640472e-06,14016488.0,20034552,3.73196107245433449854e+03,'2026-11-23T03:11:06.581Z',4.08445010206681491382e+00);
INSERT INTO "trial" VALUES(319,X'01A20663B6D373709AF4E4946BF2536E',1,1,2,89,2,'ok',0,'repetitions',36,1,16797.34375,2.36098706054687499994e+04,26736.7216796875,53901.8544921875,3.87201970486111094939e+04,2.42166703866706593535e+04,23993.19921875,32205.341796875,2.4446760653518140316e-04,8.76700505614280700683e-06,14016488.0,19964144,3.60082486014740288729e+03,'2026-11-23T03:11:06.581Z',4.0844501073996068996e+00);
INSERT INTO "trial" VALUES(323,X'01A20663B6D37476A534027FDCAC9B48',1,1,2,91,3,'ok',0,'repetitions',36,1,18103.716796875,25691.4404296875,30590.46875,45142.23046875,4.50560173611111094938e+04,3.20147195585012632359e+04,26803.93359375,37518.625,2.4446760653518140316e-04,9.93600406218320131301e-06,14016488.0,20025376,3.78237443579732780557e+03,'2026-11-23T03:11:06.581Z',4.08445012900046933168e+00);
INSERT INTO "trial" VALUES(331,X'01A20663B7A076BE8680DB73D44F3D9A',1,1,3,9,4,'ok',0,'repetitions',36,26,2.00560688972473144531e+00,2.04158115386962890625e+00,2.07950770854949951171e+00,2.10625910758972167968e+00,2.26875478029251098632e+00,1.16764855137387923988e+00,2.04903674125671386718e+00,2.09092831611633300781e+00,2.4446760653518140316e-04,1.20710028568282723426e-05,118432.0,96768,3.5561247985754553156e+03,'2026-11-23T03:12:07.953Z',0.00618397350081068);
INSERT INTO "trial" VALUES(333,X'01A20663B7A07172B8B7720C5962D572',1,1,3,1,4,'ok',0,'repetitions',36,25,2.15207719802856445312e+00,2.2047811746597290039e+00,2.21615922451019287109e+00,2.22076928615570068359e+00,2.21681917375988435381e+00,4.46177672088568511021e-02,2.21376943588256835937e+00,2.21773099899292,2.4446760653518140316e-04,1.17899908218532800674e-05,117664.0,96000,3.5560613252045795889e+03,'2026-11-23T03:12:07.953Z',6.18398362621519481763e-03);
INSERT INTO "trial" VALUES(352,X'01A20663B7A57DD78FD63695088A1ACC',1,1,4,87,4,'ok',0,'repetitions',36,1,3.21461401367187500003e+03,3.40269152832031250002e+03,3547.55810546875,3.62426623535156250009e+03,3.54261366780598973484e+03,1.8454452180717021292e+02,3.44904711914062499992e+03,3606.89892578125,2.4446760653518140316e-04,7.75759981479495763778e-05,6401176.0,8410528,3.95174612509699545621e+03,'2026-11-23T03:12:08.101Z',4.11869004076624412036e-01);
INSERT INTO "trial" VALUES(355,X'01A20663CC997B3A95B104A4DEA19F99',1,1,4,97,4,'ok',0,'repetitions',36,1,1.19261596679687500001e+03,1.30874249267578124996e+03,1.35515100097656250002e+03,1.47029351806640625e+03,1.40357333034939233589e+03,1.46291704094969418287e+02,1.33543103027343749999e+03,1.45957800292968750003e+03,2.4446760653518140316e-04,9.12399264052510261535e-06,6401176.0,9437100,3.87775019615819292089e+03,'2026-11-23T03:12:08.101Z',4.11869147382766198628e-01);
INSERT INTO "trial" VALUES(357,X'01A20663CC997B88BB4F9779D72EA39B',1,1,4,90,2,'ok',0,'repetitions',36,1,1.63633801269531250002e+03,1.82506451416015624995e+03,1.89563049316406249996e+03,2.06140600585937500003e+03,1.94878284369574657827e+03,1.8528583626996481825e+02,1.85454699707031249993e+03,2.00640002441406250003e+03,2.4446760653518140316e-04,9.00500162970274686813e-06,6401176.0,9399736,3.87642750378417622406e+03,'2026-11-23T03:12:08.101Z',0.411869159923159);
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
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','cc15c765e47559b8',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','2f93c99ab646b511',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(5,'spmv','cpu','dia','c65c2853dfcc11d7',0,'dia{block=32,threads=0}','{"block":["32","64"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(8,'spmv','cpu','bsr','c7bbb1eeadb54389',0,'bsr{r=3,threads=0}','{"r":["3","2","4","8"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(9,'spmv','cpu','vbl','0782ff6676161f08',0,'vbl{width=4,threads=0}','{"width":["4","8"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(10,'spgemm','cpu','binned','fd0c1db972f1ddfe',0,'binned{bins=[{up_to=64,method=sort},{up_to=0,method=dense}],masks=false,threads=0}','{"bins":["[{up_to=64,method=sort},{up_to=0,method=dense}]","[{up_to=16,method=sort},{up_to=0,method=dense}]","[{up_to=64,method=sort},{up_to=512,method=ranks},{up_to=0,method=dense}]","[{up_to=64,method=sort},{up_to=512,method=hash},{up_to=0,method=ranks}]"],"masks":["false","true"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(11,'spgemm','cpu','dense','8ad998b2d6fef975',0,'dense{accumulator=values,window=0,rows=1,masks=false,threads=0}','{"accumulator":["values","ranks","spread"],"window":["0","32768"],"rows":["1","4"],"masks":["false","true"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(12,'spgemm','cpu','hash','67ae5f16c0d56530',0,'hash{load=0.25,probing=quadratic,function=identity,threads=0}','{"load":["0.25","0.5"],"probing":["quadratic","linear"],"function":["identity","multiply"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(13,'spgemm','cpu','esc','b4cbbd5aa263c321',0,'esc{block=8192,threads=0}','{"block":["8192","65536"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(16,'spmv','cpu','eigen','7db580de86b08f07',1,'eigen{threads=0}','{"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(17,'spmv','cpu','librsb','624d3fb84a67debf',1,'librsb{tuned=true,threads=0}','{"tuned":["true","false"],"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
INSERT INTO "variant" VALUES(19,'spgemm','cpu','graphblas','05d55e531ce43f02',1,'graphblas{threads=0}','{"threads":["0","1","4","16"]}','2026-11-23T03:09:30.338Z');
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
INSERT INTO "verification" VALUES(45,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(63,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(71,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(90,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(92,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(94,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(95,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(97,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(107,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(156,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(167,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(180,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(184,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(204,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(206,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(207,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(208,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(210,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(221,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(225,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(228,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(230,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(245,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(249,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(254,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(261,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(269,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(283,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(286,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(297,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(299,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(314,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(318,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(319,1,2.90446653897419637679e-01,1.0180014694106717056e-15,0,1,1,'');
INSERT INTO "verification" VALUES(323,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(331,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(333,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(352,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(355,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
INSERT INTO "verification" VALUES(357,1,2.69948145322928045874e-01,3.59643175670847493972e-16,0,1,1,'');
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
CREATE INDEX trial_repeated ON trial (context_id, problem_id, config_id) WHERE stop_reason = 'repetitions';
CREATE VIEW repetition AS
  -- The attempts that a result stands on where its configuration was measured again in repetitions: verified, and
  -- followed by nothing but further repetitions and failures.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.trial_id AS result_id, -- row of result: the newest of these attempts
  o.trial_id AS trial_id, -- row of trial
  o.attempt AS attempt, -- 1, 2, … for one key
  o.n AS n, -- samples
  o.min_us AS min_us, -- fastest sample
  o.q1_us AS q1_us, -- first quartile
  o.median_us AS median_us, -- median
  o.q3_us AS q3_us, -- third quartile
  o.mean_us AS mean_us, -- mean
  o.sd_us AS sd_us, -- standard deviation
  o.ci_low_us AS ci_low_us, -- 95 % interval of the median of its samples
  o.ci_high_us AS ci_high_us, -- 95 % interval of the median of its samples
  o.floor_us AS floor_us, -- empty trial
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.mhz_mean AS mhz_mean, -- clock while sampling
  o.started_at AS started_at, -- UTC
  o.wall_s AS wall_s -- whole trial, s
FROM trial t
JOIN trial o ON o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
JOIN verification x ON x.trial_id = o.trial_id
WHERE t.outcome = 'ok' AND t.reaped = 0 AND t.stop_reason = 'repetitions'
  AND o.outcome = 'ok' AND o.reaped = 0 AND o.stop_reason IN ('repetitions', 'rounds') AND x.ok = 1
  AND NOT EXISTS (
    SELECT 1 FROM trial c
    WHERE c.context_id = t.context_id AND c.problem_id = t.problem_id AND c.config_id = t.config_id
      AND c.outcome IN ('ok', 'dominated', 'wrong_result') AND c.reaped = 0
      AND (c.started_at, c.attempt) > (t.started_at, t.attempt))
  AND NOT EXISTS (
    SELECT 1 FROM trial c
    WHERE c.context_id = t.context_id AND c.problem_id = t.problem_id AND c.config_id = t.config_id
      AND c.outcome IN ('ok', 'dominated', 'wrong_result') AND c.reaped = 0
      AND (c.outcome <> 'ok' OR c.stop_reason IS NOT 'repetitions')
      AND (c.started_at, c.attempt) > (o.started_at, o.attempt));
CREATE VIEW repeated AS
  -- Times of results that stand on repetitions, over all their attempts.
SELECT
  context_id, -- trials of one context may be compared
  problem_id, -- row of problem
  config_id, -- row of config
  result_id, -- row of result: the newest attempt
  many AS attempts, -- how many
  sum(n) AS n, -- samples
  min(min_us) AS min_us, -- fastest sample
  avg(iif(2 * place BETWEEN many AND many + 2, q1_us, NULL)) AS q1_us, -- first quartile, of the attempts in the middle
  avg(iif(2 * place BETWEEN many AND many + 2, median_us, NULL)) AS median_us, -- median of the attempts' medians
  avg(iif(2 * place BETWEEN many AND many + 2, q3_us, NULL)) AS q3_us, -- third quartile, of the attempts in the middle
  sum(n * mean_us) / sum(n) AS mean_us, -- mean of all samples
  sqrt(max(0, sum((n - 1) * sd_us * sd_us + n * mean_us * mean_us) - sum(n * mean_us) * sum(n * mean_us) / sum(n))
    / max(1, sum(n) - 1)) AS sd_us, -- standard deviation of all samples
  min(ci_low_us) AS least_low_us, -- lowest end of the attempts' own intervals
  max(ci_high_us) AS most_high_us, -- highest end of the attempts' own intervals
  CASE many WHEN 1 THEN NULL WHEN 2 THEN NULL WHEN 3 THEN 4.303 WHEN 4 THEN 3.182 WHEN 5 THEN 2.776
    WHEN 6 THEN 2.571 WHEN 7 THEN 2.447 WHEN 8 THEN 2.365 WHEN 9 THEN 2.306 WHEN 10 THEN 2.262
    ELSE 1.96 + 2.37 / (many - 1) + 3.1 / (many - 1) / (many - 1) END
    * sqrt(max(0, sum(ln(median_us) * ln(median_us)) - sum(ln(median_us)) * sum(ln(median_us)) / many)
      / (many - 1) / many) AS log_spread, -- of three attempts and more: Student's t for 95 % times the standard error of the mean of ln(median_us)
  min(floor_us) AS floor_us, -- empty trial: the least
  min(prepare_s) AS prepare_s, -- one-off cost, s: the least
  avg(mhz_mean) AS mhz_mean, -- clock while sampling: mean
  sum(wall_s) AS wall_s -- all attempts, s
FROM (
  SELECT *, count(*) OVER (PARTITION BY context_id, problem_id, config_id) AS many,
    row_number() OVER (PARTITION BY context_id, problem_id, config_id ORDER BY median_us) AS place
  FROM repetition
)
GROUP BY context_id, problem_id, config_id;
CREATE VIEW result AS
  -- What is known of each configuration on each problem in each context: one row per key, that of the newest
  -- attempt in trial_flat, with the times of all attempts that it stands on.
SELECT
  f.trial_id AS trial_id, -- row of trial: the newest attempt
  trial_uuid, run_uuid, suite, problem_hash, operation, value_type, b_kind, parameters, x_cols, backend,
  matrix, matrix_hash, matrix_source, matrix_group, split, nrows, ncols, nnz, variant, code_hash, baseline,
  configuration, params, is_default, cache, threads, hardware_hash, environment_hash, policy_hash,
  f.context_id AS context_id, -- trials of one context may be compared
  f.problem_id AS problem_id, -- row of problem
  f.config_id AS config_id, -- row of config
  attempt, -- number of the newest attempt
  coalesce(g.attempts, 1) AS attempts, -- how many attempts the times stand on
  outcome, reaped, verified, stage, message, signal, limit_s,
  stop_reason, -- why sampling stopped; repetitions: measured again with other finalists (rounds: before version 4)
  coalesce(g.n, f.n) AS n, -- samples of all attempts
  runs_per_sample, -- runs that share one sample, in the newest attempt
  coalesce(g.min_us, f.min_us) AS min_us, -- fastest sample of all attempts
  coalesce(g.q1_us, f.q1_us) AS q1_us, -- first quartile, of the attempts in the middle
  coalesce(g.median_us, f.median_us) AS median_us, -- median of the attempts' medians
  coalesce(g.q3_us, f.q3_us) AS q3_us, -- third quartile, of the attempts in the middle
  coalesce(g.mean_us, f.mean_us) AS mean_us, -- mean of all samples
  coalesce(g.sd_us, f.sd_us) AS sd_us, -- standard deviation of all samples
  coalesce(g.median_us / exp(g.log_spread), g.least_low_us, f.ci_low_us) AS ci_low_us, -- 95 % interval of the median: of three attempts and more from the spread between them, of two what their intervals span
  coalesce(g.median_us * exp(g.log_spread), g.most_high_us, f.ci_high_us) AS ci_high_us, -- 95 % interval of the median
  coalesce(g.floor_us, f.floor_us) AS floor_us, -- empty trial: the least of all attempts
  coalesce(g.median_us, f.median_us) / nullif(coalesce(g.floor_us, f.floor_us), 0) AS floor_ratio, -- below about 1.25 the time is mostly overhead
  coalesce(g.prepare_s, f.prepare_s) AS prepare_s, -- one-off cost, s: the least of all attempts
  flops, nnz_out, compulsory_bytes, bytes_per_run,
  flops / nullif(coalesce(g.median_us, f.median_us), 0) / 1e3 AS gflops, -- GFLOP/s at the median
  bytes_per_run / nullif(coalesce(g.median_us, f.median_us), 0) / 1e3 AS gbytes_per_s, -- GB/s of the format at the median
  memory_bytes,
  coalesce(g.mhz_mean, f.mhz_mean) AS mhz_mean, -- clock while sampling: mean of all attempts
  started_at, -- UTC, of the newest attempt
  coalesce(g.wall_s, f.wall_s) AS wall_s, -- all attempts, s
  newest, -- always 1
  current
FROM trial_flat f LEFT JOIN repeated g ON g.result_id = f.trial_id
WHERE f.newest = 1;
CREATE VIEW usable AS
  -- Results that may be believed: fully sampled, verified, of the newest code.
SELECT
  * -- all columns of result
FROM result
WHERE outcome = 'ok' AND verified = 1 AND current = 1;
CREATE VIEW oracle AS
  -- The fastest usable result of each problem and context among the kernels that may be dispatched.
  -- remeasured tells whether it stands on a repeated measurement and so is free of the winner's curse.
SELECT
  context_id, -- trials of one context may be compared
  problem_id, -- row of problem
  problem_hash, -- operation, precision and matrices
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  matrix_group, -- group of A
  split, -- train or test
  cache, -- hot or cold
  trial_id, -- the winner's newest trial
  config_id, -- its configuration
  variant, -- its kernel
  configuration, -- canonical text
  min(median_us) AS median_us, -- its median
  ci_low_us, -- 95 % interval of its median
  ci_high_us, -- 95 % interval of its median
  prepare_s, -- its one-off cost, s
  floor_ratio, -- its median over an empty trial
  attempt > 1 AS remeasured, -- 1: stands on a repeated measurement
  count(*) AS candidates -- usable results it was chosen from
FROM usable WHERE baseline = 0 AND median_us IS NOT NULL
GROUP BY context_id, problem_id, backend;
CREATE VIEW regret AS
  -- How far each measured and verified configuration is from the oracle of its problem. Dominated
  -- trials are there with their pilot samples, baselines with what they would have won or lost.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.problem_hash AS problem_hash, -- operation, precision and matrices
  t.operation AS operation, -- spmv, spgemm or spmm
  t.value_type AS value_type, -- f32 or f64
  t.backend AS backend, -- cpu or cuda
  t.matrix AS matrix, -- name of A
  t.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  t.matrix_group AS matrix_group, -- group of A
  t.split AS split, -- train or test
  t.cache AS cache, -- hot or cold
  t.trial_id AS trial_id, -- row of trial: the newest attempt
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
FROM result t
JOIN oracle o ON o.context_id = t.context_id AND o.problem_id = t.problem_id
  AND o.backend = t.backend
WHERE t.outcome IN ('ok', 'dominated') AND t.verified = 1 AND t.current = 1
  AND t.median_us IS NOT NULL;
CREATE VIEW best AS
  -- The best configuration of each problem with what it achieves and how many tie with it.
SELECT
  o.operation AS operation, -- spmv, spgemm or spmm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
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
  o.trial_id AS trial_id -- the winner's newest trial
FROM oracle o
JOIN result t ON t.trial_id = o.trial_id
JOIN (
  SELECT context_id, problem_id, backend, sum(tie) AS tied FROM regret WHERE baseline = 0
  GROUP BY context_id, problem_id, backend
) g ON g.context_id = o.context_id AND g.problem_id = o.problem_id AND g.backend = o.backend;
CREATE VIEW speedup AS
  -- The oracle against each baseline at its best, and against the default point of each kernel.
SELECT
  o.operation AS operation, -- spmv, spgemm or spmm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
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
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  message AS reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM trial_flat WHERE outcome = 'refused' AND newest = 1;
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one blames the sweep and not the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
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
CREATE VIEW coverage AS
  -- How far each problem has been explored in each context, with the newest code.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
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
FROM result WHERE current = 1
GROUP BY context_id, problem_id, backend;
