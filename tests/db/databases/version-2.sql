PRAGMA application_id = 1936749678;
PRAGMA user_version = 2;
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
INSERT INTO "config" VALUES(1,'e5acdc2661d6a1f8abf8fa1f8cf7d7be',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',1);
INSERT INTO "config" VALUES(2,'9756f303d9526a546ae4c3bfcd43313f',25,'hash_row{slots=1024,warps=1,table=shared,memory=pool}','{"slots":1024,"warps":1,"table":"shared","memory":"pool"}',1);
INSERT INTO "config" VALUES(3,'8ed577ce59eafb5abb0704bd7bc7ead5',29,'cusparse{algorithm=default,memory=pool}','{"algorithm":"default","memory":"pool"}',1);
INSERT INTO "config" VALUES(6,'4d3c07b2c1b00dc1905978311571ad5e',24,'hash_bins{lanes=32,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":32,"merge":256,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(7,'20e1740a847fb8e39c823e4e132323a4',24,'hash_bins{lanes=0,merge=0,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":0,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(8,'c1e17a278a694a451d7e3ea1602e48c5',24,'hash_bins{lanes=0,merge=1024,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":1024,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(9,'eb1f2ecdf15601e3ee35dbebd28e2acc',24,'hash_bins{lanes=0,merge=256,team_entries=64,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":64,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(10,'8d3eff773929c259b79772d0a0811bc3',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=0,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":0,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(11,'a0c28d3e4ef5e22c75744a4aada0eadf',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=0,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":1024,"block_window":0,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(12,'94c2d19eeed1874474f7d4d7f54b4954',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=0,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":1024,"block_window":8192,"passes":0,"shared_kib":227,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(13,'458f175d466c8f658bd691bdfd28e92d',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=100,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":100,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(14,'519eb44b9db1c3558669a7cc247a5a4f',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=48,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":48,"counting":"bits","adding":"auto","hash":"multiply","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(17,'78f5b3bc4b2ee36b9484a6f72726a88f',24,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=low,streams=4,memory=pool}','{"lanes":0,"merge":256,"team_entries":256,"team_window":1024,"block_window":8192,"passes":3,"shared_kib":227,"counting":"bits","adding":"auto","hash":"low","streams":4,"memory":"pool"}',0);
INSERT INTO "config" VALUES(20,'1d064a02912025bd21dcb48565052b35',25,'hash_row{slots=256,warps=1,table=shared,memory=pool}','{"slots":256,"warps":1,"table":"shared","memory":"pool"}',0);
INSERT INTO "config" VALUES(21,'5254fa4058d74120484154e23eca64df',25,'hash_row{slots=512,warps=1,table=shared,memory=pool}','{"slots":512,"warps":1,"table":"shared","memory":"pool"}',0);
INSERT INTO "config" VALUES(28,'1a1e8b93b4d00aef1bafbaaadb3fe0e3',29,'cusparse{algorithm=alg1,memory=pool}','{"algorithm":"alg1","memory":"pool"}',0);
INSERT INTO "config" VALUES(29,'ac8c7ef4ebf32e7e93271fd7b42ae094',29,'cusparse{algorithm=alg2,memory=pool}','{"algorithm":"alg2","memory":"pool"}',0);
INSERT INTO "config" VALUES(32,'584910d50108f199e3976a1ac786db26',29,'cusparse{algorithm=default,memory=raw}','{"algorithm":"default","memory":"raw"}',0);
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
INSERT INTO "environment" VALUES(1,'8d094c2a72711e67f4b218cb84c42667','GNU 12.2.0','-O3 -DNDEBUG','Ubuntu 24.04.3 LTS','glibc 2.39','0.1.0','avx512','13.0','13.0','');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(115,'measure','signal 11',11,NULL);
INSERT INTO "failure" VALUES(116,'measure','signal 11',11,NULL);
INSERT INTO "failure" VALUES(117,'measure','signal 11',11,NULL);
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
INSERT INTO "hardware" VALUES(1,'bbffdcfe16c22e28f27376d1de32a47a','NVIDIA H200','gpu','sm_90',132,62914560,0,150109880320,'{}');
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
INSERT INTO "matrix" VALUES(2,'ea167c7764d3f23d6c0434c23c2bcb7a','f202fcb4f83945c935d0a0f9070739c3','road{n=120000,seed=1}','road','test','road{n=120000,seed=1}','road network','symmetric','real',120000,120000,324982,'{"entries_in_file":324982,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(3,'4d6ebf86318ee2491e8496f40e747bec','7a6b7c37f3f55d39816bd87be59b58bc','block_diagonal{blocks=300,size=24,spread=8,seed=1}','block_diagonal','train','block_diagonal{blocks=300,size=24,spread=8,seed=1}','block diagonal','general','real',7214,7214,180294,'{"entries_in_file":180294,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
CREATE TABLE matrix_feature (
  -- Values of the features of a matrix.
  matrix_id INTEGER NOT NULL REFERENCES matrix, -- of which matrix
  feature_id INTEGER NOT NULL REFERENCES feature_def, -- which feature
  value REAL, -- NULL where the feature is not defined
  PRIMARY KEY (matrix_id, feature_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE model (
  -- A trained model and where it comes from.
  model_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- as in the model's file
  operation TEXT NOT NULL CHECK (operation IN ('spmv', 'spgemm')), -- what it chooses for
  value_type TEXT NOT NULL CHECK (value_type IN ('f32', 'f64')), -- precision
  backend TEXT NOT NULL CHECK (backend IN ('cpu', 'cuda')), -- backend
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
INSERT INTO "policy" VALUES(1,'a20167ea4f251c9bb35ab06222ce9f81','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.1}');
INSERT INTO "policy" VALUES(2,'8a1350e76de3ffcfb8df5d419218d949','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":5,"max_samples":9,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.004}');
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
CREATE TABLE problem (
  -- What is computed: an operation on one or two matrices in one precision.
  problem_id INTEGER PRIMARY KEY, -- key inside this file only
  problem_hash TEXT NOT NULL UNIQUE, -- hash of operation, precision and matrices
  operation TEXT NOT NULL CHECK (operation IN ('spmv', 'spgemm')), -- y = alpha A x + beta y, or C = A B
  value_type TEXT NOT NULL CHECK (value_type IN ('f32', 'f64')), -- precision
  a_id INTEGER NOT NULL REFERENCES matrix, -- matrix A
  b_id INTEGER REFERENCES matrix, -- matrix B of a product, else NULL
  b_kind TEXT NOT NULL, -- x (a vector), a (A itself), at (its transpose) or other
  flops INTEGER, -- floating-point operations of one run; NULL until a trial told
  nnz_out INTEGER, -- entries of C; NULL until a verified trial told
  compulsory_bytes REAL -- bytes that any kernel must move; NULL until a trial told
) STRICT;
INSERT INTO "problem" VALUES(1,'0c74421b349a3dafbad05752858aebd3','spgemm','f64',1,1,'a',19531250,1048576,14016488.0);
INSERT INTO "problem" VALUES(2,'ce2765f91e98c1f3329f1c2fcb92f992','spgemm','f64',2,2,'a',1995924,700583,18126580.0);
INSERT INTO "problem" VALUES(3,'2bf92d014c6329449ac56bb1d5469f16','spgemm','f64',3,3,'a',9330532,180294,6606024.0);
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
INSERT INTO "run" VALUES(1,'01a1fec9-4ddb-7616-8a8d-2c915a88f6a5',1,'quick','{}','interrupted','31dff19925c6eb9347e0cf10e0addd4b40427b2e',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-21T15:46:07.964Z','2026-11-21T15:46:27.982Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(2,'allocate',3,X'8C6C674083C04A4087165940');
INSERT INTO "samples" VALUES(2,'numeric',3,X'5E9AA645E590A6458961A645');
INSERT INTO "samples" VALUES(2,'symbolic',3,X'568E5545A2455545D98E5545');
INSERT INTO "samples" VALUES(2,'total',3,X'3CBF084687A608460CA20846');
INSERT INTO "samples" VALUES(29,'allocate',3,X'22DBF93F22DBF93F22DBF93F');
INSERT INTO "samples" VALUES(29,'numeric',3,X'508DF7410E2D2242A69B1442');
INSERT INTO "samples" VALUES(29,'symbolic',3,X'BF9F6744E6D0664477BE6644');
INSERT INTO "samples" VALUES(29,'total',3,X'17D96F44A47071441F857044');
INSERT INTO "samples" VALUES(32,'allocate',3,X'C420204373682543CFF72343');
INSERT INTO "samples" VALUES(32,'numeric',3,X'F5280C4279E9064293180442');
INSERT INTO "samples" VALUES(32,'symbolic',3,X'105858440000544404565944');
INSERT INTO "samples" VALUES(32,'total',3,X'699184445AE48244C14A8544');
INSERT INTO "samples" VALUES(46,'allocate',3,X'A69B4440A69B44409EEF2740');
INSERT INTO "samples" VALUES(46,'numeric',3,X'DBF9B6437B14B84348E1B643');
INSERT INTO "samples" VALUES(46,'symbolic',3,X'1383A243FA7EA243B072A043');
INSERT INTO "samples" VALUES(46,'total',3,X'12832D44560E2E44EB512C44');
INSERT INTO "samples" VALUES(47,'allocate',3,X'EC5138409EEF274007811540');
INSERT INTO "samples" VALUES(47,'numeric',3,X'95432B42AC1C2A42FA7E2A42');
INSERT INTO "samples" VALUES(47,'symbolic',3,X'4E628243FED47443448B8043');
INSERT INTO "samples" VALUES(47,'total',3,X'643B9943F3FD904325069743');
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
INSERT INTO "trial" VALUES(1,X'01A1FEC94EB6756B9482D5AD4D19F7C2',1,1,1,1,1,'ok',0,'stable',50,1,2.46591995239257812501e+02,2.53392002105712890627e+02,256.0,2.5996799468994140625e+02,2.5791552001953124318e+02,8.12110171611420739168e+00,2.5369599914550781249e+02,2.56736022949218749993e+02,1.43644440174102783203e+00,8.11072899998066532134e-03,14016488.0,12653824,3.13150742698208523514e+03,'2026-11-21T15:46:08.182Z',3.63507606000013083757e-01);
INSERT INTO "trial" VALUES(2,X'01A1FEC950227CCF81DDBBE4C733F8D6',1,1,1,2,1,'dominated',0,'dominated',3,1,8744.51171875,8745.07177734375,8745.6318359375,8748.72021484375,8747.3173828125,3.92961797027051318309e+00,8744.51171875,8751.80859375,1.43644440174102783203e+00,3.94532999990815369528e-04,14016488.0,37769228,3.18259518575747733857e+03,'2026-11-21T15:46:08.546Z',2.12145775999999841587e-01);
INSERT INTO "trial" VALUES(3,X'01A1FEC950F77447B807BB8056CD54E2',1,1,1,3,1,'ok',0,'stable',90,1,744.06396484375,7.57703979492187499993e+02,7.61679992675781249991e+02,7.68039993286132812496e+02,7.66272713894314279076e+02,23.2159717952473,7.58912048339843749991e+02,763.968017578125,1.43644440174102783203e+00,2.1097699999472752097e-04,14016488.0,326014326,2.98252427196785947667e+03,'2026-11-21T15:46:08.759Z',2.51643546999986256196e-01);
INSERT INTO "trial" VALUES(6,X'01A1FEC9535572E1ACB6D5910A1B2D0A',1,1,1,6,1,'ok',0,'stable',50,1,2.48735992431640625006e+02,2.52023998260498046882e+02,2.54399993896484374997e+02,2.58639999389648437503e+02,2.56855680541992171584e+02,7.56127094274601407875e+00,2.52832000732421875006e+02,2.56352020263671874999e+02,1.43644440174102783203e+00,2.48470000002498636604e-04,14016488.0,12653824,3.03224604125019595816e+03,'2026-11-21T15:46:09.365Z',1.56879467000010208721e-01);
INSERT INTO "trial" VALUES(8,X'01A1FEC9549E776F831C802CE66419E9',1,1,1,8,1,'ok',0,'stable',60,1,2.45600006103515625002e+02,2.51959999084472656243e+02,2.53295997619628906246e+02,2.56944000244140624989e+02,2.55523199971516930869e+02,6.99112931825725,2.52543991088867187506e+02,2.5481599426269531249e+02,1.43644440174102783203e+00,2.34966000022041043848e-04,14016488.0,12653824,3.13230585862873385852e+03,'2026-11-21T15:46:09.694Z',1.65682105000001911321e-01);
INSERT INTO "trial" VALUES(12,X'01A1FEC957407F019F8C1B5FDC612684',1,1,1,12,1,'ok',0,'stable',75,1,2.47328002929687499993e+02,2.51216011047363281245e+02,2.53888015747070312495e+02,2.587039947509765625e+02,2.56248747762044274626e+02,7.5095266402202094369e+00,2.53152008056640625004e+02,2.56096008300781249997e+02,1.43644440174102783203e+00,2.08162000006950620445e-04,14016488.0,12653824,3.28117268609996517634e+03,'2026-11-21T15:46:10.368Z',1.5794410300000549796e-01);
INSERT INTO "trial" VALUES(13,X'01A1FEC957DE7BF9BFC9A1BEDB735277',1,1,1,13,1,'ok',0,'stable',105,1,245.343994140625,2.50784011840820312503e+02,2.5343998718261718751e+02,2.59455993652343749997e+02,2.56457752336774547075e+02,8.32130128454201,2.52128005981445312499e+02,2.54752014160156250001e+02,1.43644440174102783203e+00,2.56218000004082568921e-04,14016488.0,12653824,3.08240315529982945017e+03,'2026-11-21T15:46:10.526Z',1.70047641999985899019e-01);
INSERT INTO "trial" VALUES(29,X'01A1FEC963C278F3A03D2BA102B2EC3C',1,1,1,29,1,'dominated',0,'dominated',3,1,9.59392028808593750038e+02,9.60736022949218749968e+02,9.62080017089843749986e+02,9.63920013427734375006e+02,9.62410685221354128809e+02,3.19684241513021705216e+00,9.59392028808593750038e+02,965.760009765625,1.43644440174102783203e+00,2.38851000005979585694e-04,14016488.0,177227583,3.3792060213920676688e+03,'2026-11-21T15:46:13.570Z',1.5255534300001727388e-01);
INSERT INTO "trial" VALUES(32,X'01A1FEC965887384B4F606D65D5380BE',1,1,1,32,1,'dominated',0,'dominated',3,1,1.04713598632812499998e+03,1.05384002685546875001e+03,1.06054406738281250003e+03,1.06344006347656249995e+03,1058.00537109375,9.84857539253347447072e+00,1.04713598632812499998e+03,1.06633605957031249997e+03,1.43644440174102783203e+00,2.0407000022260035621e-05,14016488.0,326014326,3.38046768972806739844e+03,'2026-11-21T15:46:14.025Z',1.45563728000013270502e-01);
INSERT INTO "trial" VALUES(37,X'01A1FEC9661B792986A609410547F4F2',1,1,1,13,2,'ok',0,'rounds',36,1,246.68798828125,2.51816009521484375e+02,2.55023994445800781258e+02,2.59496002197265624995e+02,2.57257779439290345645e+02,7.94858822410079479681e+00,2.529279937744140625e+02,2.588480224609375e+02,1.43644440174102783203e+00,3.32863000011229814845e-04,14016488.0,12653824,3.42976121841405210939e+03,'2026-11-21T15:46:14.171Z',4.2445394583333495575e-01);
INSERT INTO "trial" VALUES(38,X'01A1FEC9661B7D0BAD1956703DA7F93B',1,1,1,8,2,'ok',0,'rounds',36,1,2.45727996826171874995e+02,2.52248008728027343743e+02,2.5569599914550781251e+02,2.5891999053955078126e+02,2.57223111046685119166e+02,7.64783251071648528807e+00,2.529279937744140625e+02,257.3759765625,1.43644440174102783203e+00,3.03894000012405740562e-04,14016488.0,12653824,3.38070023236614497367e+03,'2026-11-21T15:46:14.171Z',4.24453955500001200995e-01);
INSERT INTO "trial" VALUES(39,X'01A1FEC9661B7AA7BC3ABA91445AD11E',1,1,1,1,2,'ok',0,'rounds',36,1,2.49119995117187500001e+02,2.51767990112304687502e+02,256.031982421875,2.60544021606445312493e+02,2.57605331420898437506e+02,7.39595056425141805789e+00,2.52288009643554687498e+02,2.58143981933593749992e+02,1.43644440174102783203e+00,2.8825500001516957127e-04,14016488.0,12653824,3.45534379383985788087e+03,'2026-11-21T15:46:14.171Z',4.24453964916667758622e-01);
INSERT INTO "trial" VALUES(41,X'01A1FEC9661B788291FD5399D38A0842',1,1,1,12,2,'ok',0,'rounds',36,1,2.43936004638671875008e+02,2.52823997497558593749e+02,2.55503997802734374991e+02,2.6030400848388671874e+02,2.58838223775227845632e+02,9.88295584021833661836e+00,2.53024017333984374989e+02,2.59359985351562499994e+02,1.43644440174102783203e+00,0.000290974999984428,14016488.0,12653824,3.38070062283841571123e+03,'2026-11-21T15:46:14.171Z',4.24453983833333325925e-01);
INSERT INTO "trial" VALUES(43,X'01A1FEC9661B74A08709A787335DA344',1,1,1,6,2,'ok',0,'rounds',36,1,2.45248001098632812506e+02,2.49263999938964843751e+02,2.5260800170898437501e+02,2.57479995727539062505e+02,2.54520888858371307616e+02,7.33369330380028117133e+00,2.5004800415039062499e+02,2.5564797973632812499e+02,1.43644440174102783203e+00,3.05081999982803608872e-04,14016488.0,12653824,3.47996007445001669122e+03,'2026-11-21T15:46:14.171Z',4.24454002666666552201e-01);
INSERT INTO "trial" VALUES(45,X'01A1FEC97A177B65B88855D7A9D4D790',1,1,2,1,1,'ok',0,'stable',60,1,9.011199951171875e+01,9.20159988403320312517e+01,9.29599990844726562465e+01,94.2960033416748,9.35701332092285156284e+01,2.50940460658592234821e+00,9.25759963989257812517e+01,9.36959991455078125034e+01,1.43644440174102783203e+00,2.11666000012655786122e-04,18126580.0,16569044,3.13148201211312925801e+03,'2026-11-21T15:46:19.287Z',1.27969540000009374125e-01);
INSERT INTO "trial" VALUES(46,X'01A1FEC97A97761CA1D76C37D47A3385',1,1,2,2,1,'dominated',0,'dominated',3,1,6.89279968261718750015e+02,6.91663970947265625008e+02,6.94047973632812500001e+02,695.135986328125,6.93183980305989621249e+02,3.55172551818407944423e+00,6.89279968261718750015e+02,6.9622399902343750002e+02,1.43644440174102783203e+00,2.12556000008135015377e-04,18126580.0,10807008,3.28065452738534713721e+03,'2026-11-21T15:46:19.415Z',1.09253964999993513629e-01);
INSERT INTO "trial" VALUES(47,X'01A1FEC97B0570D58B28182867CB83D4',1,1,2,3,1,'dominated',0,'dominated',3,1,2.89983978271484375008e+02,2.96015991210937500013e+02,3.0204800415039062501e+02,3.0425599670410156249e+02,2.99498657226562499996e+02,8.53065459568595230166e+00,2.89983978271484375008e+02,3.06463989257812499992e+02,1.43644440174102783203e+00,1.85987999998360464815e-04,18126580.0,46654702,3.13186861321383594263e+03,'2026-11-21T15:46:19.525Z',9.15065460000050734379e-02);
INSERT INTO "trial" VALUES(54,X'01A1FEC97DB67CCE960E8FB55F8AAF42',1,1,2,10,1,'ok',0,'stable',85,1,8.99199981689453124982e+01,91.3280029296875,9.20960006713867187534e+01,9.379199981689453125e+01,9.26618358836454518705e+01,1.94462451470517794227e+00,91.7760009765625,9.27999954223632812517e+01,1.43644440174102783203e+00,2.40157999996881699189e-04,18126580.0,16569044,3.42882872738374408082e+03,'2026-11-21T15:46:20.214Z',9.6753554999992275043e-02);
INSERT INTO "trial" VALUES(55,X'01A1FEC97E177DB6A1044B43B80DF896',1,1,2,11,1,'ok',0,'stable',95,1,89.8239974975586,9.11840019226074218784e+01,9.21600036621093750017e+01,9.312000274658203125e+01,9.2788884213096210372e+01,2.65233428782889,9.16800003051757812517e+01,9.25759963989257812517e+01,1.43644440174102783203e+00,2.43315000005850379238e-04,18126580.0,16569044,3.37953795154975250624e+03,'2026-11-21T15:46:20.311Z',9.73236439999993763194e-02);
INSERT INTO "trial" VALUES(57,X'01A1FEC97ED872AC9A671606746CB766',1,1,2,13,1,'ok',0,'stable',65,1,8.97919998168945312534e+01,9.10080032348632812517e+01,92.0,9.29599990844726562465e+01,92.1732924241286,1.38770360080409038694e+00,9.148799896240234375e+01,9.244800567626953125e+01,1.43644440174102783203e+00,3.62421999994921861798e-04,18126580.0,16569044,3.28158450818948040257e+03,'2026-11-21T15:46:20.504Z',9.23306809999928645993e-02);
INSERT INTO "trial" VALUES(58,X'01A1FEC97F357703879B618C313315C6',1,1,2,14,1,'ok',0,'stable',55,1,8.988800048828125e+01,90.9280014038086,9.15519943237304687465e+01,92.6719970703125,9.2155345986106183883e+01,1.89930956057639210854e+00,9.11360015869140624965e+01,9.20960006713867187534e+01,1.43644440174102783203e+00,2.13639999998349594534e-04,18126580.0,16569044,3.53021992682081418033e+03,'2026-11-21T15:46:20.597Z',9.00725329999829682492e-02);
INSERT INTO "trial" VALUES(72,X'01A1FEC984E37C8DBA1E693F5DC705E0',1,1,2,28,1,'dominated',0,'dominated',3,1,2.75007995605468749992e+02,2.76319992065429687489e+02,2.77631988525390625008e+02,2.82912002563476562486e+02,2.80277333577473939394e+02,6.97875277107568336987e+00,2.75007995605468749992e+02,2.88192016601562499989e+02,1.43644440174102783203e+00,1.61453000004030400305e-04,18126580.0,46654702,3.67794074096177200775e+03,'2026-11-21T15:46:22.052Z',8.3680192999992186742e-02);
INSERT INTO "trial" VALUES(73,X'01A1FEC9853770C29FA875251049D182',1,1,2,29,1,'dominated',0,'dominated',3,1,3.34975982666015624999e+02,3.35871994018554687489e+02,3.36768005371093750001e+02,3.42432006835937499992e+02,3.39946665445963560605e+02,7.11418850382144540844e+00,3.34975982666015624999e+02,3.48096008300781250004e+02,1.43644440174102783203e+00,1.74168999990342854289e-04,18126580.0,26996582,3.28070757438498958433e+03,'2026-11-21T15:46:22.135Z',8.85878750000017589627e-02);
INSERT INTO "trial" VALUES(77,X'01A1FEC986AA71E99CC967122D104577',1,1,2,28,2,'ok',0,'rounds',36,1,2.88415985107421875e+02,2.972480010986328125e+02,3.04959991455078124997e+02,3.25704010009765624993e+02,3.13596444023980041042e+02,2.07411502559927107824e+01,2.99328002929687499991e+02,3.23872009277343750007e+02,1.43644440174102783203e+00,1.53439000001753811375e-04,18126580.0,46654702,3.03243925000393528524e+03,'2026-11-21T15:46:22.506Z',2.76944882250001356283e-01);
INSERT INTO "trial" VALUES(82,X'01A1FEC986AA78B0BE597B9AC3C6072F',1,1,2,13,2,'ok',0,'rounds',36,1,9.081600189208984375e+01,9.33680038452148437517e+01,9.51200027465820312482e+01,9.73680000305175781267e+01,95.7751113043891,3.4430691566972893014e+00,9.34400024414062499965e+01,97.1520004272461,1.43644440174102783203e+00,2.8859200000397322583e-04,18126580.0,16569044,3.0072164126865436628e+03,'2026-11-21T15:46:22.506Z',2.76944920187498055952e-01);
INSERT INTO "trial" VALUES(83,X'01A1FEC986AA71D68DCA9FF199742D87',1,1,2,11,2,'ok',0,'rounds',36,1,9.16159973144531250034e+01,93.2080020904541,9.50400009155273437465e+01,9.81920032501220703142e+01,95.8275555504693,2.9935150430553960632e+00,9.334400177001953125e+01,9.77600021362304687482e+01,1.43644440174102783203e+00,3.08062000016207093722e-04,18126580.0,16569044,3.0304927201709806468e+03,'2026-11-21T15:46:22.506Z',2.76944927374998428604e-01);
INSERT INTO "trial" VALUES(85,X'01A1FEC986AA74BF852131382567FB9F',1,1,2,14,2,'ok',0,'rounds',36,1,9.14240036010742187534e+01,9.33360023498535156232e+01,9.51040000915527343732e+01,9.65279998779296874965e+01,9.53342215220133510928e+01,2.52124676765721789095e+00,9.37600021362304687517e+01,9.61279983520507812482e+01,1.43644440174102783203e+00,2.88347000008570830686e-04,18126580.0,16569044,3.00739733977936930385e+03,'2026-11-21T15:46:22.506Z',2.76944941687498058513e-01);
INSERT INTO "trial" VALUES(86,X'01A1FEC986AA7AFE8C84662C523B7A54',1,1,2,10,2,'ok',0,'rounds',36,1,9.13920059204101562465e+01,9.37200012207031249965e+01,96.0,9.806400299072265625e+01,9.61591120825873417726e+01,3.03865208382253859653e+00,93.9520034790039,9.78560028076171875034e+01,1.43644440174102783203e+00,3.03454000004421686753e-04,18126580.0,16569044,3.00778413123748623544e+03,'2026-11-21T15:46:22.506Z',2.76944948625001075015e-01);
INSERT INTO "trial" VALUES(87,X'01A1FEC986AA7AFF9B6718A8D2C84BF7',1,1,2,1,2,'ok',0,'rounds',36,1,9.12000045776367187534e+01,9.29600009918212890659e+01,9.4703998565673828125e+01,9.72880020141601562465e+01,9.53075559404161225512e+01,3.55025871507059198606e+00,93.1520004272461,9.68960037231445312465e+01,1.43644440174102783203e+00,0.000297509999995782,18126580.0,16569044,3.00740971323689700511e+03,'2026-11-21T15:46:22.506Z',2.76944955624998101484e-01);
INSERT INTO "trial" VALUES(94,X'01A1FEC9992F727B98C08382E9F6817D',1,1,3,1,1,'ok',0,'stable',75,1,8.12799987792968750034e+01,8.38559989929199218767e+01,8.53440017700195312482e+01,8.63680038452148437534e+01,86.0125868733724,6.75720650837506120467e+00,8.4608001708984375e+01,8.58559951782226562534e+01,1.43644440174102783203e+00,1.88610000009248324204e-04,6606024.0,2656328,3.38139791315801903695e+03,'2026-11-21T15:46:27.247Z',4.92501269999934265797e-02);
INSERT INTO "trial" VALUES(95,X'01A1FEC999617B3FBFD92D15B0176254',1,1,3,2,1,'dominated',0,'dominated',3,1,4.44799987792968750006e+02,4.47567993164062499994e+02,4.50335998535156249982e+02,4.5295999145507812502e+02,450.239990234375,5.39263931351611880415e+00,4.44799987792968750006e+02,455.583984375,1.43644440174102783203e+00,1.53108999995765771018e-04,6606024.0,106116844,3.08163014697856351624e+03,'2026-11-21T15:46:27.297Z',2.74884279999980662978e-02);
INSERT INTO "trial" VALUES(96,X'01A1FEC9997C7169823E8740E59AA56F',1,1,3,3,1,'dominated',0,'dominated',3,1,347.10400390625,3.47152008056640625009e+02,3.4720001220703125e+02,3.48272003173828125009e+02,3.47882670084635435624e+02,1.26645386647722424378e+00,347.10400390625,349.343994140625,1.43644440174102783203e+00,1.76850000002559681888e-04,6606024.0,153808482,2.9828863231346549583e+03,'2026-11-21T15:46:27.324Z',2.849218399998676432e-02);
INSERT INTO "trial" VALUES(99,X'01A1FEC999DE786ABC731FD7F52EAD80',1,1,3,6,1,'ok',0,'stable',70,1,8.03519973754882812534e+01,8.20960006713867187534e+01,8.31679992675781250017e+01,8.45200042724609375017e+01,8.37645711626325351062e+01,3.07869845940819431007e+00,8.24960021972656250017e+01,84.0,1.43644440174102783203e+00,2.15127000018355829524e-04,6606024.0,2656328,3131.89382321742,'2026-11-21T15:46:27.422Z',3.20802210000010745716e-02);
INSERT INTO "trial" VALUES(100,X'01A1FEC999FE7A9AA56417628F0F9774',1,1,3,7,1,'ok',0,'confidence',115,1,79.9679946899414,8.18879966735839843767e+01,82.7199935913086,8.35360031127929687517e+01,83.1485218213952,1.97689606242316218143e+00,8.24960021972656250017e+01,8.28799972534179687534e+01,1.43644440174102783203e+00,2.38582999998016020981e-04,6606024.0,2656328,3.08163014698407187108e+03,'2026-11-21T15:46:27.454Z',3.65078680000010535877e-02);
INSERT INTO "trial" VALUES(101,X'01A1FEC99A237B0FA2E0D8E16D601BF6',1,1,3,8,1,'ok',0,'stable',70,1,8.24640045166015625034e+01,8.39439983367919921857e+01,8.5055999755859375e+01,86.2239990234375,8.53787427629743262986e+01,2.31813790328067614865e+00,8.42880020141601562534e+01,8.56000061035156249982e+01,1.43644440174102783203e+00,2.14673000016318837879e-04,6606024.0,2656328,3.08201655419912276556e+03,'2026-11-21T15:46:27.491Z',3.27291959999911341583e-02);
INSERT INTO "trial" VALUES(102,X'01A1FEC99A447BE39ABD27922C581C0B',1,1,3,9,1,'ok',0,'stable',60,1,8.16960067749023437482e+01,8.35200004577636718767e+01,8.47839965820312499965e+01,8.62480010986328124965e+01,8.4993599446614581435e+01,2.04914718394291073266e+00,8.41920013427734374982e+01,85.3759994506836,1.43644440174102783203e+00,2.37740000017083730199e-04,6606024.0,2656328,3.03301907084360573211e+03,'2026-11-21T15:46:27.524Z',3.18301130000122611818e-02);
INSERT INTO "trial" VALUES(104,X'01A1FEC99A8576E2AF442C3B9E70AF8F',1,1,3,11,1,'ok',0,'stable',155,1,8.16960067749023437482e+01,8.40319976806640625034e+01,8.56000061035156249982e+01,88.0,87.0565165858115,4.62201496851197912718e+00,85.1520004272461,8.61119995117187500034e+01,1.43644440174102783203e+00,2.29429000000891392119e-04,6606024.0,2656328,3.08085790264259821915e+03,'2026-11-21T15:46:27.589Z',4.17010390000029929069e-02);
INSERT INTO "trial" VALUES(105,X'01A1FEC99AAF7A9C8F977C62CA53C1D5',1,1,3,12,1,'ok',0,'stable',105,1,8.14080047607421875e+01,8.31360015869140625034e+01,8.4832000732421875e+01,8.69440002441406249982e+01,8.61528381347656306826e+01,4.30153867925002497685e+00,8.4384002685546875e+01,8.59199981689453125017e+01,1.43644440174102783203e+00,2.19391999991103148204e-04,6606024.0,2656328,3.28117268609996517634e+03,'2026-11-21T15:46:27.631Z',3.640772200000697012e-02);
INSERT INTO "trial" VALUES(106,X'01A1FEC99AD472229ACD54DA5A6349B4',1,1,3,13,1,'ok',0,'stable',115,1,8.17599945068359375017e+01,8.3663997650146484375e+01,8.531200408935546875e+01,8.76319961547851562517e+01,8.64626089344853880885e+01,4.0141409456862,84.9280014038086,8.60159988403320312482e+01,1.43644440174102783203e+00,2.76587999991306787705e-04,6606024.0,2656328,3.13148198942612361866e+03,'2026-11-21T15:46:27.668Z',3.74577249999958894477e-02);
INSERT INTO "trial" VALUES(107,X'01A1FEC99AFA7962AF7349E24AA0E7F0',1,1,3,14,1,'ok',0,'stable',165,1,8.15680007934570312517e+01,84.2560043334961,8.54720001220703125017e+01,8.90879974365234375034e+01,8.74819879242868125857e+01,5.00438573860161550754e+00,84.89599609375,8.60800018310546874965e+01,1.43644440174102783203e+00,3.30372999997052829712e-04,6606024.0,2656328,3.1318686022230995149e+03,'2026-11-21T15:46:27.706Z',4.34629030000053262483e-02);
INSERT INTO "trial" VALUES(110,X'01A1FEC99B6D7383B51AF4B75FEFE49B',1,1,3,17,1,'ok',0,'stable',55,1,8.06399993896484375017e+01,8.32639999389648437482e+01,84.2560043334961,8.52159996032714843732e+01,8.51415272105823817128e+01,5.0288629791520991219e+00,8.36480026245117187517e+01,84.6719970703125,1.43644440174102783203e+00,2.39175000018576611182e-04,6606024.0,2656328,3380.93278822727,'2026-11-21T15:46:27.821Z',2.82684959999812690512e-02);
INSERT INTO "trial" VALUES(113,X'01A1FEC99BD57FD69218E4EE6B1293D8',1,1,3,20,1,'dominated',0,'dominated',3,1,3.94751983642578124994e+02,3.96767990112304687506e+02,3.98783996582031249993e+02,3.99152008056640625003e+02,3.97685333251953125003e+02,2.5668730770257255358e+00,3.94751983642578124994e+02,399.52001953125,1.43644440174102783203e+00,1.64263999977265484631e-04,6606024.0,106116844,3.38046768972806739844e+03,'2026-11-21T15:46:27.925Z',2.76696899999819834192e-02);
INSERT INTO "trial" VALUES(114,X'01A1FEC99BF176AAB570AD479CCCFFE7',1,1,3,21,1,'dominated',0,'dominated',3,1,6.3404797363281250001e+02,6.37119964599609374996e+02,6.40191955566406249982e+02,6.43888000488281249996e+02,6.40607991536458371223e+02,6.77761936351056704097e+00,6.3404797363281250001e+02,6.4758404541015625001e+02,1.43644440174102783203e+00,1.83496999994758880347e-04,6606024.0,106116844,3.13148201211312925801e+03,'2026-11-21T15:46:27.953Z',2.86902779999991253134e-02);
INSERT INTO "trial" VALUES(115,X'16C7499F72BC461D7B2E5209B8B7C468',1,1,1,6,3,'crashed',0,'rounds',0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-22T00:00:00.000Z',NULL);
INSERT INTO "trial" VALUES(116,X'9D4D0F7E79BBD3737BE805BD85FA3B0C',1,1,2,1,3,'crashed',0,'rounds',0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-22T00:00:00.000Z',NULL);
INSERT INTO "trial" VALUES(117,X'3F917366427DAEB0D54D96E252CE6B81',1,1,3,7,2,'crashed',0,'rounds',0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-22T00:00:00.000Z',NULL);
CREATE TABLE variant (
  -- One kernel of the catalogue in one state of its source: changed code is a new row, and the trials
  -- of the old one retire by themselves.
  variant_id INTEGER PRIMARY KEY, -- key inside this file only
  operation TEXT NOT NULL CHECK (operation IN ('spmv', 'spgemm')), -- what it computes
  backend TEXT NOT NULL CHECK (backend IN ('cpu', 'cuda')), -- where it computes
  name TEXT NOT NULL, -- name in the catalogue
  code_hash TEXT NOT NULL, -- hash of its source
  baseline INTEGER NOT NULL CHECK (baseline IN (0, 1)), -- 1: kept to compare with, never dispatched
  default_configuration TEXT NOT NULL, -- canonical text of its default point
  axes TEXT NOT NULL CHECK (json_valid(axes)), -- JSON object: axis to its list of values, default first
  seen_at TEXT NOT NULL, -- when a run last had this code; the newest of a name is the current one
  UNIQUE (operation, backend, name, code_hash)
) STRICT;
INSERT INTO "variant" VALUES(24,'spgemm','cuda','hash_bins','399f31890b1a3571',0,'hash_bins{lanes=0,merge=256,team_entries=256,team_window=1024,block_window=8192,passes=3,shared_kib=227,counting=bits,adding=auto,hash=multiply,streams=4,memory=pool}','{"lanes":["0","8","16","32"],"merge":["256","0","1024"],"team_entries":["256","64"],"team_window":["1024","0"],"block_window":["8192","0"],"passes":["3","0"],"shared_kib":["227","100","48"],"counting":["bits","tables"],"adding":["auto","atomic"],"hash":["multiply","low"],"streams":["4","1"],"memory":["pool","raw"]}','2026-11-21T15:46:07.964Z');
INSERT INTO "variant" VALUES(25,'spgemm','cuda','hash_row','9a40f570022e1177',1,'hash_row{slots=1024,warps=1,table=shared,memory=pool}','{"slots":["1024","256","512","2048","4096"],"warps":["1","2","4"],"table":["shared","global"],"memory":["pool","raw"]}','2026-11-21T15:46:07.964Z');
INSERT INTO "variant" VALUES(29,'spgemm','cuda','cusparse','17c155c7944ecde6',1,'cusparse{algorithm=default,memory=pool}','{"algorithm":["default","alg1","alg2","alg3","reuse"],"memory":["pool","raw"]}','2026-11-21T16:41:07.185Z');
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
INSERT INTO "verification" VALUES(1,1,3.16805623022389293286e-01,1.25315634867466585552e-15,0,1,0,'');
INSERT INTO "verification" VALUES(2,1,3.16805623022389293286e-01,1.88201040573669384249e-15,0,1,1,'');
INSERT INTO "verification" VALUES(3,1,3.16805623022389293286e-01,1.53982669560274950757e-15,0,1,1,'');
INSERT INTO "verification" VALUES(6,1,3.16805623022389293286e-01,1.26661676543544515641e-15,0,1,0,'');
INSERT INTO "verification" VALUES(8,1,3.16805623022389293286e-01,1.35929621811510414452e-15,0,1,0,'');
INSERT INTO "verification" VALUES(12,1,2.90446653897419637679e-01,1.5292082453794921623e-15,0,1,0,'');
INSERT INTO "verification" VALUES(13,1,3.16805623022389293286e-01,1.86903229990826839574e-15,0,1,0,'');
INSERT INTO "verification" VALUES(29,1,3.16805623022389293286e-01,1.53982669560274950757e-15,0,1,1,'');
INSERT INTO "verification" VALUES(32,1,3.16805623022389293286e-01,1.53982669560274950757e-15,0,1,1,'');
INSERT INTO "verification" VALUES(37,1,3.16805623022389293286e-01,1.35929621811510414452e-15,0,1,0,'');
INSERT INTO "verification" VALUES(38,1,3.16805623022389293286e-01,1.5292082453794921623e-15,0,1,0,'');
INSERT INTO "verification" VALUES(39,1,3.16805623022389293286e-01,1.69912027264388018066e-15,0,1,0,'');
INSERT INTO "verification" VALUES(41,1,3.16805623022389293286e-01,1.5292082453794921623e-15,0,1,0,'');
INSERT INTO "verification" VALUES(43,1,3.16805623022389293286e-01,1.56644543584333222107e-15,0,1,0,'');
INSERT INTO "verification" VALUES(45,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(46,1,3.17787549964861970597e-01,4.23378065892249106326e-16,0,0,1,'');
INSERT INTO "verification" VALUES(47,1,3.16856324431298574939e-01,4.22137424258071942929e-16,0,1,1,'');
INSERT INTO "verification" VALUES(54,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(55,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(57,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(58,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(72,1,3.16856324431298574939e-01,4.22137424258071942929e-16,0,1,1,'');
INSERT INTO "verification" VALUES(73,1,3.16856324431298574939e-01,4.22137424258071942929e-16,0,1,1,'');
INSERT INTO "verification" VALUES(77,1,3.16856324431298574939e-01,4.22137424258071942929e-16,0,1,1,'');
INSERT INTO "verification" VALUES(82,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(83,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(85,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(86,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(87,1,3.07252545382744102209e-01,4.0934262031033051719e-16,0,1,1,'');
INSERT INTO "verification" VALUES(94,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(95,1,0.0,0.0,0,0,1,'');
INSERT INTO "verification" VALUES(96,1,1.66895751394979113824e-01,1.10439581956641929021e-15,0,1,1,'');
INSERT INTO "verification" VALUES(99,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(100,1,9.44552290539886207909e-02,5.28775600705924397545e-16,0,1,1,'');
INSERT INTO "verification" VALUES(101,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(102,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(104,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(105,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(106,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(107,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(110,1,1.64166579117327265935e-01,6.56141457636017450504e-16,0,1,1,'');
INSERT INTO "verification" VALUES(113,1,0.0,0.0,0,0,1,'');
INSERT INTO "verification" VALUES(114,1,0.0,0.0,0,0,1,'');
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
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one blames the sweep and not the kernel.
SELECT
  operation, -- spmv or spgemm
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
    ELSE ' --b-kind ' || b_kind END) AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
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
  p.operation AS operation, -- spmv or spgemm
  p.value_type AS value_type, -- f32 or f64
  p.b_kind AS b_kind, -- x, a, at or other
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
