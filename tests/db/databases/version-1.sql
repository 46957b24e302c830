PRAGMA application_id = 1936749678;
PRAGMA user_version = 1;
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
INSERT INTO "config" VALUES(1,'0dd739c6df9d56524612999aeb8b7d41',10,'csr_adaptive{chunk=1024,block=256,index=mixed16,load=streaming}','{"chunk":1024,"block":256,"index":"mixed16","load":"streaming"}',1);
INSERT INTO "config" VALUES(2,'9046018d1ef413f15f78b761e966f162',11,'csr_vector{threads_per_row=8,unroll=1,block=256,load=cached}','{"threads_per_row":8,"unroll":1,"block":256,"load":"cached"}',1);
INSERT INTO "config" VALUES(4,'7e51e0755980bac822736eb96644b354',13,'dia{rows_per_thread=2,unroll=4,block=256}','{"rows_per_thread":2,"unroll":4,"block":256}',1);
INSERT INTO "config" VALUES(8,'74244c6ce0b58a231ccf4fafc3a3e78e',17,'bsr{r=3,lanes=32,block=256}','{"r":3,"lanes":32,"block":256}',1);
INSERT INTO "config" VALUES(9,'de646677c9d2444a7dc041d04bab046a',18,'ell{unroll=4,block=256}','{"unroll":4,"block":256}',1);
INSERT INTO "config" VALUES(10,'0893bb35f48da197673f7b14f0233313',19,'hyb{k=rule,lanes=32}','{"k":"rule","lanes":32}',1);
INSERT INTO "config" VALUES(37,'d9a2619d25e58f80b172a5f2c54c1e18',11,'csr_vector{threads_per_row=4,unroll=1,block=512,load=cached}','{"threads_per_row":4,"unroll":1,"block":512,"load":"cached"}',0);
INSERT INTO "config" VALUES(140,'e376ab6395a804f80b8a1d346a5ad26c',16,'coo{items=4,block=256,rows=i32,load=cached}','{"items":4,"block":256,"rows":"i32","load":"cached"}',0);
INSERT INTO "config" VALUES(160,'7e53e3acc0dc1240e4823ba7468a2624',18,'ell{unroll=8,block=256}','{"unroll":8,"block":256}',0);
INSERT INTO "config" VALUES(175,'f83aa5c2c912f876e017430411300ae8',27,'cusparse{format=sell,algorithm=default,preprocess=false,size=32}','{"format":"sell","algorithm":"default","preprocess":false,"size":32}',0);
INSERT INTO "config" VALUES(178,'60d7c0833ae259daa03fa78b75d264da',27,'cusparse{format=sell,algorithm=default,preprocess=true,size=32}','{"format":"sell","algorithm":"default","preprocess":true,"size":32}',0);
INSERT INTO "config" VALUES(181,'681243cfbdd0c5d3be265368ab5d2d12',27,'cusparse{format=bsr,algorithm=default,preprocess=false,size=2}','{"format":"bsr","algorithm":"default","preprocess":false,"size":2}',0);
INSERT INTO "config" VALUES(182,'3f850e7f5ac53515422ac8cbae60b758',27,'cusparse{format=bsr,algorithm=default,preprocess=false,size=3}','{"format":"bsr","algorithm":"default","preprocess":false,"size":3}',0);
INSERT INTO "config" VALUES(183,'1159c235a8025394f7ccd4e752e0478f',27,'cusparse{format=bsr,algorithm=default,preprocess=false,size=4}','{"format":"bsr","algorithm":"default","preprocess":false,"size":4}',0);
INSERT INTO "config" VALUES(184,'09cfaf97b27642fee71ac2e0a6bfd6c1',27,'cusparse{format=bsr,algorithm=default,preprocess=false,size=8}','{"format":"bsr","algorithm":"default","preprocess":false,"size":8}',0);
INSERT INTO "config" VALUES(185,'ad316e706910e04d87248997883b8b77',27,'cusparse{format=bsr,algorithm=default,preprocess=false,size=16}','{"format":"bsr","algorithm":"default","preprocess":false,"size":16}',0);
INSERT INTO "config" VALUES(186,'83b46cdb984c03236b4ad05e3d49f18c',27,'cusparse{format=bsr,algorithm=default,preprocess=true,size=2}','{"format":"bsr","algorithm":"default","preprocess":true,"size":2}',0);
INSERT INTO "config" VALUES(187,'4946c03ad55682ac3934da25a1fdddbc',27,'cusparse{format=bsr,algorithm=default,preprocess=true,size=3}','{"format":"bsr","algorithm":"default","preprocess":true,"size":3}',0);
INSERT INTO "config" VALUES(188,'aed5cf31e176c5d8bb5992f9536fa6a6',27,'cusparse{format=bsr,algorithm=default,preprocess=true,size=4}','{"format":"bsr","algorithm":"default","preprocess":true,"size":4}',0);
INSERT INTO "config" VALUES(189,'83e1d93c5911ec91b1cdbb3ea9b40c84',27,'cusparse{format=bsr,algorithm=default,preprocess=true,size=8}','{"format":"bsr","algorithm":"default","preprocess":true,"size":8}',0);
INSERT INTO "config" VALUES(190,'3300199bb3926ac603ae8a75068d3abd',27,'cusparse{format=bsr,algorithm=default,preprocess=true,size=16}','{"format":"bsr","algorithm":"default","preprocess":true,"size":16}',0);
CREATE TABLE context (
  -- Trials of one context may be compared with each other: same hardware, environment and policy.
  context_id INTEGER PRIMARY KEY, -- key inside this file only
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  env_id INTEGER NOT NULL REFERENCES environment, -- with which software
  policy_id INTEGER NOT NULL REFERENCES policy, -- measured how
  UNIQUE (hw_id, env_id, policy_id)
) STRICT;
INSERT INTO "context" VALUES(1,1,1,1);
INSERT INTO "context" VALUES(2,1,1,2);
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
INSERT INTO "failure" VALUES(175,'fit','565376 entries with padding would take 6784512 bytes, CSR takes 1162464',NULL,NULL);
INSERT INTO "failure" VALUES(178,'fit','565376 entries with padding would take 6784512 bytes, CSR takes 1162464',NULL,NULL);
INSERT INTO "failure" VALUES(181,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(182,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(183,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(184,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(185,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(186,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(187,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(188,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(189,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(190,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(371,'fit','565376 entries with padding would take 6784512 bytes, CSR takes 1162464',NULL,NULL);
INSERT INTO "failure" VALUES(374,'fit','565376 entries with padding would take 6784512 bytes, CSR takes 1162464',NULL,NULL);
INSERT INTO "failure" VALUES(377,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(378,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(379,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(380,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(381,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(382,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(383,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(384,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(385,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(386,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(587,'fit','565376 entries with padding would take 4523008 bytes, CSR takes 774976',NULL,NULL);
INSERT INTO "failure" VALUES(590,'fit','565376 entries with padding would take 4523008 bytes, CSR takes 774976',NULL,NULL);
INSERT INTO "failure" VALUES(593,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(594,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(595,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(596,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(597,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(598,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(599,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(600,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(601,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(602,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(789,'fit','565376 entries with padding would take 4523008 bytes, CSR takes 774976',NULL,NULL);
INSERT INTO "failure" VALUES(792,'fit','565376 entries with padding would take 4523008 bytes, CSR takes 774976',NULL,NULL);
INSERT INTO "failure" VALUES(795,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(796,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(797,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(798,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(799,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(800,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 2',NULL,NULL);
INSERT INTO "failure" VALUES(801,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(802,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 4',NULL,NULL);
INSERT INTO "failure" VALUES(803,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 8',NULL,NULL);
INSERT INTO "failure" VALUES(804,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 16',NULL,NULL);
INSERT INTO "failure" VALUES(838,'fit','37415 diagonals would take 6254590720 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(842,'fit','177677 blocks of 3x3 would take 13531316 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1016,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1017,'fit','174740 blocks would take 23065680 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1018,'fit','165885 blocks would take 85596660 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1019,'fit','149901 blocks would take 307596852 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1021,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1022,'fit','174740 blocks would take 23065680 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1023,'fit','165885 blocks would take 85596660 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1024,'fit','149901 blocks would take 307596852 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1039,'fit','37415 diagonals would take 6254590720 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1043,'fit','177677 blocks of 3x3 would take 13531316 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1217,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1218,'fit','174740 blocks would take 23065680 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1219,'fit','165885 blocks would take 85596660 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1220,'fit','149901 blocks would take 307596852 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1222,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1223,'fit','174740 blocks would take 23065680 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1224,'fit','165885 blocks would take 85596660 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1225,'fit','149901 blocks would take 307596852 bytes, CSR takes 2296416',NULL,NULL);
INSERT INTO "failure" VALUES(1247,'fit','37415 diagonals would take 3127295360 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1251,'fit','177677 blocks of 3x3 would take 7134944 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1425,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1426,'fit','174740 blocks would take 11882320 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1427,'fit','165885 blocks would take 43130100 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1428,'fit','149901 blocks would take 154098228 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1430,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1431,'fit','174740 blocks would take 11882320 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1432,'fit','165885 blocks would take 43130100 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1433,'fit','149901 blocks would take 154098228 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1443,'fit','37415 diagonals would take 3127295360 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1447,'fit','177677 blocks of 3x3 would take 7134944 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1621,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1622,'fit','174740 blocks would take 11882320 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1623,'fit','165885 blocks would take 43130100 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1624,'fit','149901 blocks would take 154098228 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1626,'fit','cuSPARSE takes whole blocks: rows and columns are no multiples of 3',NULL,NULL);
INSERT INTO "failure" VALUES(1627,'fit','174740 blocks would take 11882320 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1628,'fit','165885 blocks would take 43130100 bytes, CSR takes 1530944',NULL,NULL);
INSERT INTO "failure" VALUES(1629,'fit','149901 blocks would take 154098228 bytes, CSR takes 1530944',NULL,NULL);
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
INSERT INTO "matrix" VALUES(1,'dc687de7d20d2328a5b764cd169c50f0','ec07617ed3874b3cc058fc114f4c2978','Newman/as-22july06','Newman','train','core/Newman__as-22july06.mtx.xz','Newman collection as-22july06','symmetric','pattern',22963,22963,96872,'{"entries_in_file":48436,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(2,'1d13e273b5e8bd49e4c65dadec6037d5','76616b721b23026280a515268cf5304d','Szczerba/Ill_Stokes','Szczerba','train','core/Szczerba__Ill_Stokes.mtx.xz','computational fluid dynamics problem (pattern only, recovered from row-net hypergraph)','general','pattern',20896,20896,191368,'{"entries_in_file":191368,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
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
INSERT INTO "policy" VALUES(1,'2874c970469f070f6b603150c3701f5c','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":310,"max_samples":430,"confidence_width":0.001,"sample_min_s":5e-05,"time_budget_s":0.024}');
INSERT INTO "policy" VALUES(2,'399ab7fbe1b499dc477f62e731828b49','cold',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":16,"max_samples":16,"confidence_width":0.001,"sample_min_s":5e-05,"time_budget_s":0.024}');
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
INSERT INTO "problem" VALUES(1,'b03b720a388fca1708b1ae294e072da9','spmv','f64',1,NULL,'x',193744,NULL,1621728.0);
INSERT INTO "problem" VALUES(2,'70e7236435cc210d2d3d84d46454d3e4','spmv','f32',1,NULL,'x',193744,NULL,1050536.0);
INSERT INTO "problem" VALUES(3,'839cb5db768707ef8a454271b9252a37','spmv','f64',2,NULL,'x',382736,NULL,2714340.0);
INSERT INTO "problem" VALUES(4,'33c755f72ae57b8623b447f43008d9cc','spmv','f32',2,NULL,'x',382736,NULL,1781700.0);
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
INSERT INTO "run" VALUES(1,'01a20019-a50b-7ea7-9ab6-c3c3ccbebf72',1,'core','{}','finished','a837e9a945271b5d5cf91528e23077bdb4d61611',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-21T21:53:30.380Z','2026-11-21T22:01:04.115Z');
INSERT INTO "run" VALUES(2,'01a20019-a50d-7b5a-a760-c7c1e2e318fb',2,'core','{}','finished','a837e9a945271b5d5cf91528e23077bdb4d61611',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-21T21:53:30.381Z','2026-11-21T22:01:04.115Z');
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
INSERT INTO "trial" VALUES(2,X'01A20019AE9575549978D8F5F9929207',1,1,1,2,1,'dominated',0,'dominated',3,2,2.87040004730224609366e+01,2.8743999481201171875e+01,2.87839984893798828125e+01,2.88319997787475585937e+01,2.87893333435058593758e+01,8.81214949354678367399e-02,2.87040004730224609366e+01,2.88800010681152343741e+01,1.43999993801116943359e+00,3.23699999782434133521e-06,1621728.0,0,2.44710728660326458329e+03,'2026-11-21T21:53:32.821Z',5.14321700000053283474e-03);
INSERT INTO "trial" VALUES(140,X'01A20019B61C74E3A6E230FF4C1C7D91',1,1,1,140,1,'ok',0,'stable',310,11,5.30327272415161132812e+00,5.39054536819458,5.41090917587280273437e+00,5.4334545135498046875e+00,5.41180059832911375394e+00,3.11916494056174720128e-02,5.40799999237060546875e+00,5.41381788253784179687e+00,1.43999993801116943359e+00,3.33429000001217445969e-04,1953696.0,435704,2.48342927008862125151e+03,'2026-11-21T21:53:34.748Z',2.11022189999994225217e-02);
INSERT INTO "trial" VALUES(175,X'01A20019B8527A6BB59BE8E9B8CB34D1',1,1,1,175,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.314Z',6.57885999999052728526e-04);
INSERT INTO "trial" VALUES(178,X'01A20019B8727E7A817FF5312B4C9957',1,1,1,178,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.346Z',4.72584999997138766048e-04);
INSERT INTO "trial" VALUES(181,X'01A20019B8787101AC24E4AA09C12A6D',1,1,1,181,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.352Z',3.294490000058658552e-04);
INSERT INTO "trial" VALUES(182,X'01A20019B8787D2ABA63D67CB5C77255',1,1,1,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.352Z',2.96818999999004518031e-04);
INSERT INTO "trial" VALUES(183,X'01A20019B87972A4AB79232C34C8DECA',1,1,1,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.353Z',2.70428000000322299456e-04);
INSERT INTO "trial" VALUES(184,X'01A20019B87976D6AA1A8C8598BBA3CD',1,1,1,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.353Z',2.75098999999556781403e-04);
INSERT INTO "trial" VALUES(185,X'01A20019B87A7138B7E26E5110E447AC',1,1,1,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.354Z',2.40960999995820657204e-04);
INSERT INTO "trial" VALUES(186,X'01A20019B87A7216BF10F75CE867F5D1',1,1,1,186,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.354Z',2.54060999999694558937e-04);
INSERT INTO "trial" VALUES(187,X'01A20019B87B759D8BD99EB00D2454D9',1,1,1,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.355Z',2.36346999997749662725e-04);
INSERT INTO "trial" VALUES(188,X'01A20019B87B7E298A703B47D11458EE',1,1,1,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.355Z',2.50928999996347101841e-04);
INSERT INTO "trial" VALUES(189,X'01A20019B87C75F88C80200D2ABD2518',1,1,1,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.356Z',2.66649000003837954864e-04);
INSERT INTO "trial" VALUES(190,X'01A20019B87C79D3A1356FE0A6D2A2FA',1,1,1,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.356Z',2.83776000003399531124e-04);
INSERT INTO "trial" VALUES(192,X'01A20019B87E71D8A488481AFFCE4F04',1,1,1,140,2,'ok',0,'rounds',36,11,5.27999973297119140625e+00,5.35127282142639160156e+00,5.37163639068603515625e+00,5.4000002145767211914e+00,5.37268692917293932964e+00,3.75657928759754733416e-02,5.3556365966796875e+00,5.39054536819458,1.43999993801116943359e+00,2.49854999999854499037e-04,1953696.0,435704,2.49392771632535368555e+03,'2026-11-21T21:53:35.358Z',6.88447849999936425935e-03);
INSERT INTO "trial" VALUES(206,X'01A20019B8BD7A949EEE759F80FCFFE2',2,2,1,10,1,'dominated',0,'dominated',3,1,2.64640007019042968741e+01,2.68320007324218750004e+01,2.72000007629394531245e+01,2.74240007400512695321e+01,2.71040007273356131634e+01,5.97809345995993335343e-01,2.64640007019042968741e+01,2.76480007171630859375e+01,2.78399991989135742187e+00,1.57758000000285392161e-04,1645956.0,573116,2.44879225374774432558e+03,'2026-11-21T21:53:35.421Z',1.28527100000042082683e-03);
INSERT INTO "trial" VALUES(336,X'01A20019BA0A7515902539738C2617E5',2,2,1,140,1,'ok',0,'max_samples',16,1,7.104000091552734375e+00,7.28799998760223388671e+00,7.58399987220764160156e+00,7.73599982261657714843e+00,7.56399995088577270507e+00,3.69111307218750628322e-01,7.26399993896484375e+00,7.90399980545043945312e+00,2.78399991989135742187e+00,2.40780000005713645805e-04,1953696.0,435704,2.44294581995346516117e+03,'2026-11-21T21:53:35.754Z',1.82310699999987946284e-03);
INSERT INTO "trial" VALUES(371,X'01A20019BA4176BF843B30D1623C412F',2,2,1,175,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.809Z',4.11536999997963448549e-04);
INSERT INTO "trial" VALUES(374,X'01A20019BA4777C4951CED9763326928',2,2,1,178,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.815Z',3.9243500000196718247e-04);
INSERT INTO "trial" VALUES(377,X'01A20019BA4E7C20BC9B1F231E89B581',2,2,1,181,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.822Z',2.79271000003689096047e-04);
INSERT INTO "trial" VALUES(378,X'01A20019BA4E7BEB9D93025431820B36',2,2,1,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.822Z',2.34783999999876868969e-04);
INSERT INTO "trial" VALUES(379,X'01A20019BA4F7A1B8C8D30E52DBFB5AA',2,2,1,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.823Z',2.11294000003192650183e-04);
INSERT INTO "trial" VALUES(380,X'01A20019BA4F7F3A8848C5BB54F8E8EC',2,2,1,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.823Z',1.97522999997090664692e-04);
INSERT INTO "trial" VALUES(381,X'01A20019BA4F7B3D8E865F436515D596',2,2,1,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.823Z',2.01216999997200218786e-04);
INSERT INTO "trial" VALUES(382,X'01A20019BA5074CB8A5F08DFB803956D',2,2,1,186,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.824Z',1.986230000028399445e-04);
INSERT INTO "trial" VALUES(383,X'01A20019BA507E3EA4CB558BADAA2002',2,2,1,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.824Z',2.05125000000805357558e-04);
INSERT INTO "trial" VALUES(384,X'01A20019BA51764085D6965C11A99AB6',2,2,1,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.825Z',2.1053100000045787965e-04);
INSERT INTO "trial" VALUES(385,X'01A20019BA51729E98986D5BDF1F58EC',2,2,1,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.825Z',1.91004000001271379005e-04);
INSERT INTO "trial" VALUES(386,X'01A20019BA517625ABA931E6D6475F5D',2,2,1,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:35.825Z',1.95028000000263546098e-04);
INSERT INTO "trial" VALUES(389,X'01A20019BA527BEEB57F157A9CF0D963',2,2,1,140,2,'ok',0,'rounds',36,1,7.07200002670288085937e+00,7.25599992275238,7.32800006866455078125e+00,7.74399995803833,7.44622225231594470074e+00,3.14356550387441480154e-01,7.32800006866455078125e+00,7.5520000457763671875e+00,2.78399991989135742187e+00,2.196639999993976744e-04,1953696.0,435704,2.44185297603891376646e+03,'2026-11-21T21:53:35.826Z',0.00425556293750029);
INSERT INTO "trial" VALUES(414,X'01A20019BB2C7417B5A3EE64A41E8784',1,1,2,2,1,'dominated',0,'dominated',3,3,2.02986679077148437491e+01,2.04213342666625976553e+01,2.05440006256103515616e+01,2.0549333572387695312e+01,2.04657783508300781258e+01,1.44820114176026915053e-01,2.02986679077148437491e+01,2.05546665191650390625e+01,1.43999993801116943359e+00,3.48599999711041164118e-06,1050536.0,0,2.48267504520552211044e+03,'2026-11-21T21:53:36.044Z',1.47549699999416361606e-03);
INSERT INTO "trial" VALUES(552,X'01A20019C2AF7395B4105E789091D05D',1,1,2,140,1,'ok',0,'budget',396,11,5.224727630615234375e+00,5.2858180999755859375e+00,5.30909109115600585937e+00,5.33236360549926757812e+00,5.30961251499676922804e+00,3.3702579106680674581e-02,5.30618190765380859375e+00,5.312000274658203125e+00,1.43999993801116943359e+00,3.0268200000449496656e-04,1382504.0,431744,2.39244475990537466716e+03,'2026-11-21T21:53:37.967Z',2.63604720000003567292e-02);
INSERT INTO "trial" VALUES(587,X'01A20019C4997639A489B5A26B46A032',1,1,2,175,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.457Z',6.57160000002932065399e-04);
INSERT INTO "trial" VALUES(590,X'01A20019C49F7278AAB3089EC7538640',1,1,2,178,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.463Z',4.50219999997614195308e-04);
INSERT INTO "trial" VALUES(593,X'01A20019C4A47CFB9059D0A078A6FFF8',1,1,2,181,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.468Z',3.37933999993822453689e-04);
INSERT INTO "trial" VALUES(594,X'01A20019C4A57C9F800E13D2E0698992',1,1,2,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.469Z',2.6947799999987864794e-04);
INSERT INTO "trial" VALUES(595,X'01A20019C4A57C82AA6E76E2BFB8384F',1,1,2,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.469Z',2.27877999996906055457e-04);
INSERT INTO "trial" VALUES(596,X'01A20019C4A5715C99136185D6CD0590',1,1,2,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.469Z',2.30182999999328785634e-04);
INSERT INTO "trial" VALUES(597,X'01A20019C4A673D28BA5C8CCD4D09D46',1,1,2,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.470Z',2.15677999996444214048e-04);
INSERT INTO "trial" VALUES(598,X'01A20019C4A679A88ABC368353CF3F55',1,1,2,186,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.470Z',2.23189999999817700881e-04);
INSERT INTO "trial" VALUES(599,X'01A20019C4A774C1A1C00414D6075E63',1,1,2,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.471Z',2.0939999999569636202e-04);
INSERT INTO "trial" VALUES(600,X'01A20019C4A77DE19CEF039AB0B42FBF',1,1,2,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.471Z',2.3506699999842339821e-04);
INSERT INTO "trial" VALUES(601,X'01A20019C4A8747687CE5604C2B3720B',1,1,2,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.472Z',2.24273999997137707396e-04);
INSERT INTO "trial" VALUES(602,X'01A20019C4A87895A85CF2F502B45595',1,1,2,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43999993801116943359e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.472Z',2.23014999995996276993e-04);
INSERT INTO "trial" VALUES(604,X'01A20019C4A9760AB948EB7CBDD8FD0E',1,1,2,140,2,'ok',0,'rounds',36,11,5.16363620758056640625e+00,5.22909104824066162109e+00,5.28436350822448730468e+00,5.30618190765380859375e+00,5.276767730712890625e+00,5.66137753844749777587e-02,5.24509096145629882812e+00,5.30618190765380859375e+00,1.43999993801116943359e+00,2.50829999998813946149e-04,1382504.0,431744,2.4450252809268381497e+03,'2026-11-21T21:53:38.473Z',6.72052200000017307957e-03);
INSERT INTO "trial" VALUES(616,X'01A20019C50779E585ABE9E038BC9A2B',2,2,2,2,1,'dominated',0,'dominated',3,1,4.45760002136230468758e+01,4.48480014801025390642e+01,4.51200027465820312482e+01,4.53600025177001953125e+01,4.50986684163411482e+01,5.12334292953533387837e-01,4.45760002136230468758e+01,4.56000022888183593767e+01,2.78399991989135742187e+00,2.93200000101023761089e-06,1050536.0,0,2.44052803335219186927e+03,'2026-11-21T21:53:38.567Z',1.18359700000070233727e-03);
INSERT INTO "trial" VALUES(754,X'01A20019C6497D08AC04E86827A2C500',2,2,2,140,1,'ok',0,'max_samples',16,1,6.84800004959106445312e+00,7.07200002670288085937e+00,7.28000020980835,7.45599985122680664062e+00,7.28200000524520874023e+00,2.67723218253914818642e-01,7.07200002670288085937e+00,7.45599985122680664062e+00,2.78399991989135742187e+00,2.5906799999830809611e-04,1382504.0,431744,2.43857918029949223646e+03,'2026-11-21T21:53:38.889Z',1.83355900000492511026e-03);
INSERT INTO "trial" VALUES(789,X'01A20019C682765595B76212A67E1FAD',2,2,2,175,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.946Z',4.42823999996733164152e-04);
INSERT INTO "trial" VALUES(792,X'01A20019C6887AE6AA88E500753ED05B',2,2,2,178,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.952Z',4.08120999999539435521e-04);
INSERT INTO "trial" VALUES(795,X'01A20019C68E78EFB5CDE62804769CF7',2,2,2,181,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.958Z',3.2080100000086986256e-04);
INSERT INTO "trial" VALUES(796,X'01A20019C68E79C59AFB34F02BE65802',2,2,2,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.958Z',0.000254347000002042);
INSERT INTO "trial" VALUES(797,X'01A20019C68F796EBB28CE4BDC732EC7',2,2,2,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.959Z',2.21437000000435091351e-04);
INSERT INTO "trial" VALUES(798,X'01A20019C68F7F7B9B410A90DFD0C505',2,2,2,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.959Z',2.13778999999192365066e-04);
INSERT INTO "trial" VALUES(799,X'01A20019C68F7FAE9CF7768C5D9A646C',2,2,2,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.959Z',2.26230999999188497895e-04);
INSERT INTO "trial" VALUES(800,X'01A20019C6907DC9AB1A1815DA6A0B96',2,2,2,186,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.960Z',2.18938999999807037966e-04);
INSERT INTO "trial" VALUES(801,X'01A20019C690750C9283AB9516F6146B',2,2,2,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.960Z',2.37384999998369039531e-04);
INSERT INTO "trial" VALUES(802,X'01A20019C6917880A24273E9F3059303',2,2,2,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.961Z',2.21738999997000973962e-04);
INSERT INTO "trial" VALUES(803,X'01A20019C6917EF787CDA07A494B75A5',2,2,2,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.961Z',2.0557500000251138772e-04);
INSERT INTO "trial" VALUES(804,X'01A20019C6917BB88B2309BCFABD3F6D',2,2,2,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:38.961Z',2.09279999999978372215e-04);
INSERT INTO "trial" VALUES(807,X'01A20019C6927EDDB1776978C349DCBD',2,2,2,140,2,'ok',0,'rounds',36,1,6.84800004959106445312e+00,7.07200002670288085937e+00,7.13599967956543,7.2719999551773071289e+00,7.18133334318796823225e+00,2.12728742420842026339e-01,7.07200002670288085937e+00,7.26399993896484375e+00,2.78399991989135742187e+00,2.17915999996876053046e-04,1382504.0,431744,2.3947834060596410381e+03,'2026-11-21T21:53:38.962Z',4.23492843750006286995e-03);
INSERT INTO "trial" VALUES(836,X'01A20019C7A37EF094E77AA32935EFF9',1,1,3,2,1,'ok',0,'stable',310,13,4.36676931381225585937e+00,4.42830753326416,4.44061517715454101562e+00,4.45784616470336914062e+00,4.44310070929988754073e+00,2.5368213648198807697e-02,4.43815374374389648437e+00,4.44553852081298828125e+00,1.43288898468017578125e+00,3.40700000123206336866e-06,2714340.0,0,2.50845933839560893824e+03,'2026-11-21T21:53:39.235Z',2.28050069999952143007e-02);
INSERT INTO "trial" VALUES(838,X'01A20019C7CF78F1A0A49077870737EF',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:39.279Z',0.000594376999998758);
INSERT INTO "trial" VALUES(842,X'01A20019C81F73808A8DF4F8F2BBDCAC',1,1,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:39.359Z',6.6702299999832348476e-04);
INSERT INTO "trial" VALUES(843,X'01A20019C8207CF09F1627B108523487',1,1,3,9,1,'ok',0,'budget',368,13,4.25107669830322265625e+00,4.30953824520111083984e+00,4.32738447189331054687e+00,4.34707689285278320312e+00,4.32896991527598817839e+00,2.9157148859529389423e-02,4.32492303848266601562e+00,4.3323078155517578125e+00,1.43288898468017578125e+00,3.37000000001808075467e-04,3343360.0,3009024,2.45903324946876546174e+03,'2026-11-21T21:53:39.360Z',2.62629529999998112543e-02);
INSERT INTO "trial" VALUES(1016,X'01A20019D6B177D2BBF84239DCBCBC62',1,1,3,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.089Z',0.000485763000000361);
INSERT INTO "trial" VALUES(1017,X'01A20019D6B276418950768442DB6EFA',1,1,3,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.090Z',5.54991000001336942659e-04);
INSERT INTO "trial" VALUES(1018,X'01A20019D6B376429B0C1B49F01F6F14',1,1,3,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.091Z',4.34630000000879590515e-04);
INSERT INTO "trial" VALUES(1019,X'01A20019D6B37A50A32779C401EA4A16',1,1,3,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.091Z',4.37666000003389399353e-04);
INSERT INTO "trial" VALUES(1021,X'01A20019D6B67F15BE214BDAAF291505',1,1,3,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.094Z',2.86258999999233765265e-04);
INSERT INTO "trial" VALUES(1022,X'01A20019D6B67D71A416738566EF88B5',1,1,3,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.094Z',4.51363999999898624082e-04);
INSERT INTO "trial" VALUES(1023,X'01A20019D6B77842AE581B41BCB5D3B2',1,1,3,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.095Z',4.10819999999034735083e-04);
INSERT INTO "trial" VALUES(1024,X'01A20019D6B77C79B1EFC2D6443922B3',1,1,3,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.095Z',4.08074999995733378455e-04);
INSERT INTO "trial" VALUES(1028,X'01A20019D6B9743ABC6463B8470DAB36',1,1,3,9,2,'ok',0,'rounds',36,14,4.20800018310546875e+00,4.2411428689956665039e+00,4.26338481903076171875e+00,4.2966156005859375e+00,4.26754090521070672537e+00,3.68045349655058071092e-02,4.24615383148193359375e+00,4.28553819656372070312e+00,1.43288898468017578125e+00,9.58370000034847180359e-05,3343360.0,3009024,2.48154856531978975915e+03,'2026-11-21T21:53:43.097Z',7.35928609090889633559e-03);
INSERT INTO "trial" VALUES(1032,X'01A20019D6B97FC08A1B90125D9B3A1A',1,1,3,2,2,'ok',0,'rounds',36,13,4.354461669921875e+00,4.40738475322723388671e+00,4.4209232330322265625e+00,4.44553852081298828125e+00,4.42133336597018811175e+00,3.40089161538357498404e-02,4.40861558914184570312e+00,4.4307689666748046875e+00,1.43288898468017578125e+00,2.11200000421740696765e-06,2714340.0,0,2.48079611415029103235e+03,'2026-11-21T21:53:43.097Z',0.00735934727272665);
INSERT INTO "trial" VALUES(1036,X'01A20019D7137EEA8348300D8803E664',2,2,3,1,1,'ok',0,'max_samples',16,1,6.91200017929077148437e+00,7.12799978256225585937e+00,7.32800006866455078125e+00,7.52799999713897705078e+00,7.34000000357627868652e+00,2.97875113935740676307e-01,7.104000091552734375e+00,7.5520000457763671875e+00,2.78399991989135742187e+00,3.45907000003364828444e-04,2340628.0,391760,2.48042077346185169508e+03,'2026-11-21T21:53:43.187Z',2.97361999999878889866e-03);
INSERT INTO "trial" VALUES(1037,X'01A20019D71672729AF6B01DBBF13F04',2,2,3,2,1,'ok',0,'max_samples',16,1,6.20799970626831054687e+00,6.29599988460540771484e+00,6.64000010490417480468e+00,6.95199978351593,6.6899998784065246582e+00,4.37588499621799464911e-01,6.27199983596801757812e+00,6.97599983215332,2.78399991989135742187e+00,2.58900000460471346741e-06,2714340.0,0,2.48042350229816656792e+03,'2026-11-21T21:53:43.190Z',1.66655600000353842915e-03);
INSERT INTO "trial" VALUES(1039,X'01A20019D71B76F788E9945F048647AF',2,2,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.195Z',4.36026000002698310709e-04);
INSERT INTO "trial" VALUES(1043,X'01A20019D7227DFF9DB13BC47F4B26E7',2,2,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.202Z',5.64341000000467829522e-04);
INSERT INTO "trial" VALUES(1044,X'01A20019D723732AB88DF50CC9D5934B',2,2,3,9,1,'ok',0,'max_samples',16,1,6.91200017929077148437e+00,7.07200002670288085937e+00,7.16799974441528320312e+00,7.40799975395202636718e+00,7.22800001502037048339e+00,2.63587560620555105828e-01,7.07200002670288085937e+00,7.45599985122680664062e+00,2.78399991989135742187e+00,1.04303000000527390511e-04,3343360.0,3009024,2.48017158904954703748e+03,'2026-11-21T21:53:43.203Z',1.79355399999536757604e-03);
INSERT INTO "trial" VALUES(1217,X'01A20019D8877AD5BBDA69434937011F',2,2,3,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.559Z',2.89723999998159342794e-04);
INSERT INTO "trial" VALUES(1218,X'01A20019D88878509B11571D26003ED3',2,2,3,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.560Z',4.37413000000219653884e-04);
INSERT INTO "trial" VALUES(1219,X'01A20019D888794499C02986BC590C3B',2,2,3,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.560Z',4.38374000005126163159e-04);
INSERT INTO "trial" VALUES(1220,X'01A20019D8897191A122039A2D6FB3EC',2,2,3,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.561Z',4.00512000005903701094e-04);
INSERT INTO "trial" VALUES(1222,X'01A20019D88B7D36B9838029FA84AC76',2,2,3,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.563Z',2.68619000003411656507e-04);
INSERT INTO "trial" VALUES(1223,X'01A20019D88C759EBFF54A241BA3D905',2,2,3,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.564Z',4.36774000000639261998e-04);
INSERT INTO "trial" VALUES(1224,X'01A20019D88C70938B16C716F4CE600F',2,2,3,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.564Z',4.44084000001510048605e-04);
INSERT INTO "trial" VALUES(1225,X'01A20019D88D7F5C9CA644A5CF7D14DE',2,2,3,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.565Z',3.8493699999975206083e-04);
INSERT INTO "trial" VALUES(1228,X'01A20019D88E705C8F5D9D070909EA98',2,2,3,2,2,'ok',0,'rounds',36,1,6.17600011825561523437e+00,6.27199983596801757812e+00,6.368000030517578125e+00,6.46399974822998046875e+00,6.41866664091746,1.72643339323273192764e-01,6.30399990081787109375e+00,6.43200016021728515625e+00,2.78399991989135742187e+00,1.1870000022895510483e-06,2714340.0,0,2.58043060931592253847e+03,'2026-11-21T21:53:43.566Z',3.41298975000015047953e-03);
INSERT INTO "trial" VALUES(1245,X'01A20019D9277C589BEA3866F411677B',1,1,4,2,1,'ok',0,'stable',310,13,4.44553852081298828125e+00,4.51938486099243164062e+00,4.5316925048828125e+00,4.55138444900512695312e+00,4.53451119392148882525e+00,2.48699677267153473891e-02,4.52923107147216796875e+00,4.53415393829345703125e+00,1.43288898468017578125e+00,3.40300000090110188466e-06,1781700.0,0,2.57179141562617314775e+03,'2026-11-21T21:53:43.719Z',2.38293780000020660736e-02);
INSERT INTO "trial" VALUES(1247,X'01A20019D95872908940D67D28D5C0A0',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.768Z',6.42729000006170281267e-04);
INSERT INTO "trial" VALUES(1251,X'01A20019D9A975AF8774DF17C7FF07E2',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:43.849Z',7.22168999999439620296e-04);
INSERT INTO "trial" VALUES(1252,X'01A20019D9AA7A729B7719666B017A1E',1,1,4,9,1,'ok',0,'budget',364,14,4.0,4.03885698318481445312e+00,4.05028581619262695312e+00,4.06628561019897460937e+00,4.05341287104638059446e+00,2.0909231733413316534e-02,4.05028581619262695312e+00,4.05257129669189453125e+00,1.43288898468017578125e+00,1.54371999997238162904e-04,2173184.0,2006016,2.53311759614981974668e+03,'2026-11-21T21:53:43.850Z',2.61248349999974038837e-02);
INSERT INTO "trial" VALUES(1403,X'01A20019E6AC76A7B0EBE7E675A6628B',1,1,4,160,1,'ok',0,'budget',416,14,3.88800001144409179687e+00,3.95885729789733886718e+00,3.97485709190368652343e+00,3.99085712432861328125e+00,3.97505493805958654007e+00,2.51958226173547086834e-02,3.97257137298584,3.97942852973938,1.43288898468017578125e+00,8.49290000033420255931e-05,2173184.0,2006016,2.48568830362369862989e+03,'2026-11-21T21:53:47.180Z',2.61434819999948331314e-02);
INSERT INTO "trial" VALUES(1425,X'01A20019E8A77E898B7848157283AF0C',1,1,4,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.687Z',2.82946999995203896105e-04);
INSERT INTO "trial" VALUES(1426,X'01A20019E8A77A0F9B5ED71498B61745',1,1,4,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.687Z',3.65576000000089607055e-04);
INSERT INTO "trial" VALUES(1427,X'01A20019E8A87805BD25313ABFC52D70',1,1,4,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.688Z',3.57972999999844887497e-04);
INSERT INTO "trial" VALUES(1428,X'01A20019E8A87E398CD75B2BCECAB7B5',1,1,4,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.688Z',6.71506999999849085725e-04);
INSERT INTO "trial" VALUES(1430,X'01A20019E8AB7E07825FA4CA0CB47EB6',1,1,4,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.691Z',2.53540999999302130163e-04);
INSERT INTO "trial" VALUES(1431,X'01A20019E8AB7581AE1FFEDAA48C2764',1,1,4,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.691Z',3.8821699999402881076e-04);
INSERT INTO "trial" VALUES(1432,X'01A20019E8AC7C3F9A330BB4B4DFEAE9',1,1,4,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.692Z',3.78920000002835877239e-04);
INSERT INTO "trial" VALUES(1433,X'01A20019E8AC7A23BF6E09F28E0BFD62',1,1,4,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.43288898468017578125e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.692Z',4.03262999995490645233e-04);
INSERT INTO "trial" VALUES(1435,X'01A20019E8AE7F19B81DB185C8C65C72',1,1,4,160,2,'ok',0,'rounds',36,14,3.89942836761474609375e+00,3.93314272165298461914e+00,3.9565715789794921875e+00,3.97028565406799316406e+00,3.95396825340059088205e+00,3.3240814880664271147e-02,3.93599987030029296875e+00,3.96799993515014648437e+00,1.43288898468017578125e+00,8.47800000016718513506e-05,2173184.0,2006016,2.78386950432624189497e+03,'2026-11-21T21:53:47.694Z',7.2612688333334087648e-03);
INSERT INTO "trial" VALUES(1438,X'01A20019E8AE77A39A0AC307278CF751',1,1,4,9,2,'ok',0,'rounds',36,14,3.96342873573303222656e+00,4.0045712590217590332e+00,4.03885698318481445312e+00,4.05714273452758789062e+00,4.0399364762836036391e+00,0.0486639585577403,4.02057123184204101562e+00,4.05485725402832,1.43288898468017578125e+00,8.4557999997514343704e-05,2173184.0,2006016,2.78371186786844054946e+03,'2026-11-21T21:53:47.694Z',7.26133250000060570528e-03);
INSERT INTO "trial" VALUES(1441,X'01A20019E8E375559F1073BBD0943D10',2,2,4,2,1,'ok',0,'max_samples',16,1,6.11199998855590820312e+00,6.26399993896484375e+00,6.6560001373291015625e+00,6.95199978351593,6.69199991226196289062e+00,4.82323246817532247376e-01,6.24000024795532226562e+00,6.97599983215332,2.78399991989135742187e+00,3.37500000568979885429e-06,1781700.0,0,2.88011254427660514931e+03,'2026-11-21T21:53:47.747Z',1.85952900000074805575e-03);
INSERT INTO "trial" VALUES(1443,X'01A20019E8E87468924438D65316D901',2,2,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.752Z',0.000801938000002167);
INSERT INTO "trial" VALUES(1447,X'01A20019E8F07FC487B2EEB20A8A9224',2,2,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:47.760Z',6.58368999999936477252e-04);
INSERT INTO "trial" VALUES(1448,X'01A20019E8F170E5AAE86A83467CD061',2,2,4,9,1,'ok',0,'max_samples',16,1,6.71999979019165,6.8159999847412109375e+00,7.15200018882751464843e+00,7.68799984455108642578e+00,7.32999995350837707519e+00,0.639623090883826,6.8159999847412109375e+00,7.7119998931884765625e+00,2.78399991989135742187e+00,8.35720000011974661902e-05,2173184.0,2006016,2.88315345086536626694e+03,'2026-11-21T21:53:47.761Z',1.68696700000481314418e-03);
INSERT INTO "trial" VALUES(1476,X'01A20019E931730E847661792CCBEBBA',2,2,4,37,1,'ok',0,'max_samples',16,1,5.9200000762939453125e+00,6.2160001993179321289e+00,6.5279998779296875e+00,6.68000006675720214843e+00,6.48399999737739562988e+00,3.54199091749699268572e-01,6.14400005340576171875e+00,6.84800004959106445312e+00,2.78399991989135742187e+00,1.50300000001379885361e-06,1781700.0,0,2.88180128346956462327e+03,'2026-11-21T21:53:47.825Z',1.45961000000482954419e-03);
INSERT INTO "trial" VALUES(1621,X'01A20019EA537ACAA2372165699153E9',2,2,4,182,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.116Z',3.65471999998590035829e-04);
INSERT INTO "trial" VALUES(1622,X'01A20019EA5478DAABF7BBF8BBBEA1D2',2,2,4,183,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.116Z',0.00058794899999981);
INSERT INTO "trial" VALUES(1623,X'01A20019EA557DBFBD3314B85FE81326',2,2,4,184,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.117Z',5.05802000006383423169e-04);
INSERT INTO "trial" VALUES(1624,X'01A20019EA5673CE9D8F63532F29E916',2,2,4,185,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.118Z',4.99226000002295222657e-04);
INSERT INTO "trial" VALUES(1626,X'01A20019EA58712C97D3EB26982E2512',2,2,4,187,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.120Z',0.00038329299999873);
INSERT INTO "trial" VALUES(1627,X'01A20019EA597AA8AE67114297E9F55F',2,2,4,188,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.121Z',5.04657000000463540345e-04);
INSERT INTO "trial" VALUES(1628,X'01A20019EA59745E80E61CECB66332C0',2,2,4,189,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.121Z',4.8334699999941221904e-04);
INSERT INTO "trial" VALUES(1629,X'01A20019EA5A789FAF18D8220D6F5331',2,2,4,190,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.78399991989135742187e+00,0.0,NULL,0,NULL,'2026-11-21T21:53:48.122Z',5.07469999995180387486e-04);
INSERT INTO "trial" VALUES(1631,X'01A20019EA5C73A5A76CFD3D7D5A2D2C',2,2,4,37,2,'ok',0,'rounds',36,1,5.9200000762939453125e+00,5.98399972915649414062e+00,6.17600011825561523437e+00,6.24000024795532226562e+00,6.20000004768371582031e+00,2.27483133550220095742e-01,6.14400005340576171875e+00,6.20799970626831054687e+00,2.78399991989135742187e+00,2.52599999583935641567e-06,1781700.0,0,2.67756273313016026813e+03,'2026-11-21T21:53:48.124Z',3.69252956250010200278e-03);
INSERT INTO "trial" VALUES(1634,X'01A20019EA5C79859E6F075F85D048D0',2,2,4,2,2,'ok',0,'rounds',36,1,6.17600011825561523437e+00,6.24000024795532226562e+00,6.43200016021728515625e+00,6.62400007247924804687e+00,6.47377785046895315446e+00,2.47376985440479923994e-01,6.27199983596801757812e+00,6.62400007247924804687e+00,2.78399991989135742187e+00,1.66499999920688424026e-06,1781700.0,0,2.6778537896511238614e+03,'2026-11-21T21:53:48.124Z',3.69256043749954798727e-03);
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
INSERT INTO "variant" VALUES(10,'spmv','cuda','csr_adaptive','0d501b7b72110ae6',0,'csr_adaptive{chunk=1024,block=256,index=mixed16,load=streaming}','{"chunk":["1024","512","2048","4096"],"block":["256","64","128","512"],"index":["mixed16","i32"],"load":["streaming","cached"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(11,'spmv','cuda','csr_vector','77b7cfd3cd739bc2',0,'csr_vector{threads_per_row=8,unroll=1,block=256,load=cached}','{"threads_per_row":["8","1","2","4","16","32"],"unroll":["1","2","4"],"block":["256","64","128","512"],"load":["cached","streaming"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(13,'spmv','cuda','dia','f0ce651b92a8dc88',0,'dia{rows_per_thread=2,unroll=4,block=256}','{"rows_per_thread":["2","1"],"unroll":["4","1","9"],"block":["256","128","512"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(16,'spmv','cuda','coo','bd2001c44fa74c35',0,'coo{items=8,block=128,rows=bits,load=streaming}','{"items":["8","4","16"],"block":["128","256"],"rows":["bits","i32"],"load":["streaming","cached"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(17,'spmv','cuda','bsr','700a8c7f0abf386f',0,'bsr{r=3,lanes=32,block=256}','{"r":["3","2","4","8"],"lanes":["32","16","8","4"],"block":["256","128"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(18,'spmv','cuda','ell','376726976e18ec4a',0,'ell{unroll=4,block=256}','{"unroll":["4","1","8"],"block":["256","128","512"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(19,'spmv','cuda','hyb','207ddcfdac71ea72',0,'hyb{k=rule,lanes=32}','{"k":["rule","p50","p67","p80","p90","p95"],"lanes":["32","4"]}','2026-11-21T21:53:30.381Z');
INSERT INTO "variant" VALUES(27,'spmv','cuda','cusparse','77be091e13b79881',1,'cusparse{format=csr,algorithm=default,preprocess=false,size=32}','{"format":["csr","coo","sell","bsr"],"algorithm":["default","alg1","alg2"],"preprocess":["false","true"],"size":["32","2","3","4","8","16"]}','2026-11-21T21:53:30.381Z');
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
INSERT INTO "verification" VALUES(2,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(140,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(192,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(206,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(336,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(389,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(414,1,9.04235629651878175527e-02,9.70140623823704429436e-08,0,1,1,'');
INSERT INTO "verification" VALUES(552,1,9.04235629651878175527e-02,9.70140623823704429436e-08,0,1,1,'');
INSERT INTO "verification" VALUES(604,1,9.04235629651878175527e-02,9.70140623823704429436e-08,0,1,1,'');
INSERT INTO "verification" VALUES(616,1,9.04235629651878175527e-02,9.70140623823704429436e-08,0,1,1,'');
INSERT INTO "verification" VALUES(754,1,9.04235629651878175527e-02,9.70140623823704429436e-08,0,1,1,'');
INSERT INTO "verification" VALUES(807,1,9.04235629651878175527e-02,9.70140623823704429436e-08,0,1,1,'');
INSERT INTO "verification" VALUES(836,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(843,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1028,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1032,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1036,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1037,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1044,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1228,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(1245,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1252,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1403,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1435,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1438,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1441,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1448,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1476,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1631,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
INSERT INTO "verification" VALUES(1634,1,7.58095879651716347824e-02,9.94094087028960882602e-08,0,1,1,'');
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
  t.reaped AS reaped, -- 1: the sweep died, not the kernel
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
      AND (o.started_at, o.attempt) > (t.started_at, t.attempt)
  ) AS newest, -- 1: the latest finished attempt of its key
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
