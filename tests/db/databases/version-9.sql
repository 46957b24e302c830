PRAGMA application_id = 1936749678;
PRAGMA user_version = 9;
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
INSERT INTO "config" VALUES(1,'93c54716fc2877a414ccb5b9475ed163',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'6aeb96b48d74a7697f18475e088c41f1',1,'csr{schedule=nnz,width=0,prefetch=false,threads=1}','{"schedule":"nnz","width":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(3,'20db34cef9465411bd09f06a360c7227',1,'csr{schedule=nnz,width=0,prefetch=false,threads=4}','{"schedule":"nnz","width":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(4,'1a9d13567afefe91094afdc1f0c13b43',1,'csr{schedule=nnz,width=0,prefetch=false,threads=16}','{"schedule":"nnz","width":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(5,'549a3e75ed35f78d3dd8576fd25eba5b',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(6,'52e69d6e812aef0202d0a14e4fc85a6b',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(7,'453eb9ed5b456394d290a6340f4c03e5',3,'ell{c=8,threads=4}','{"c":8,"threads":4}',0);
INSERT INTO "config" VALUES(8,'8d6177fa977df8095303e3f0ad8ebde0',3,'ell{c=8,threads=16}','{"c":8,"threads":16}',0);
INSERT INTO "config" VALUES(9,'93b8487e49df613ba3c0cb4e88561461',4,'sell{c=8,sigma=1024,index_bits=32,cut=64,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":64,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(10,'390d3c6c68980bfa72a8667fb147cef2',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=1}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(11,'ee38a1a3a11a8903a7d7e618c6544b23',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=4}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(12,'e69ee8df69f18123aedbdf109fed614e',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=16}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(13,'c42933c6486b9392b8bce2ca99e12d96',6,'coo{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(14,'ac4a29771be0ff41a904259c8c7b1af7',6,'coo{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(15,'4100024872f633cc58e8f7b11fd3a2c2',6,'coo{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(16,'4594744701c959f6d54e3b2fe3d07eb3',1,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":"nnz","width":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(17,'a1008ef06352fa193c2c4477771119e8',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(18,'6e2fe7d62208e2d67e9bd6141b34d53a',6,'coo{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(23,'cdd1d6916cab899d683efd3e3d4b95a3',4,'sell{c=8,sigma=16384,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":16384,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(25,'a8b151795673f5ba376bc43aa1a2edd9',1,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":"nnz","width":8,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(26,'ed7b3ba5a7e4ade92985a74b76024a6d',1,'csr{schedule=nnz,width=4,prefetch=false,threads=0}','{"schedule":"nnz","width":4,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(28,'73f0f7881bed681a42fc62c747704dc1',1,'csr{schedule=merge,width=0,prefetch=false,threads=0}','{"schedule":"merge","width":0,"prefetch":false,"threads":0}',0);
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
CREATE TABLE drift (
  -- A reference kernel on a matrix of its own, timed again and again during a run: what the machine itself does.
  run_id INTEGER NOT NULL REFERENCES run, -- during which run
  device TEXT NOT NULL, -- as in place
  started_at TEXT NOT NULL, -- UTC
  trials INTEGER NOT NULL, -- of the run that had ended by then
  configuration TEXT NOT NULL, -- canonical text of the reference
  median_us REAL NOT NULL, -- its median
  disturbed TEXT NOT NULL, -- why it is not to be believed, else empty
  PRIMARY KEY (run_id, device, started_at)
) STRICT, WITHOUT ROWID;
INSERT INTO "drift" VALUES(1,'','2026-11-30T08:54:53.218Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',1.64710949707031250005e+03,'0.73 of its threads waited for a core on average');
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
INSERT INTO "environment" VALUES(1,'3e5c380e6511347b54565e015032d0fe','GNU 12.2.0','-O3 -DNDEBUG measurement_version=2','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx512','','','');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(1,'fit','the longest row has 55 entries, a mean of 9: 6600000 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(3,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(5,'fit','the longest row has 55 entries, a mean of 9: 6610560 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(6,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(7,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(8,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(9,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(10,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(11,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(12,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(13,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(14,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(32,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(33,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(34,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(35,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(36,'fit','the longest row has 55 entries, a mean of 9: 4407040 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(41,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(42,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(43,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(44,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(45,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(46,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(60,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(61,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(62,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(63,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(64,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(65,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(66,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(67,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(69,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(70,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(71,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(72,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(73,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(91,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(92,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(93,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(94,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(95,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(96,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(97,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(98,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(99,'fit','there are 1024 rows: the same as sigma=1024',NULL,NULL);
INSERT INTO "failure" VALUES(100,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(101,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(102,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(103,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(104,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(105,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'72baf4ba40bddfa3a464b36352678703','Intel(R) Xeon(R) Processor','cpu','x86-64 GenuineIntel 6/207 avx512',2,2097152,314572800,25325268992,'{}');
CREATE TABLE load (
  -- What else went on while the samples of a trial were taken. NULL where it was not said.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  window_s REAL NOT NULL, -- watched for so long, s
  waiting_threads REAL, -- threads of the worker that were ready and had no core, on average
  switches_per_s REAL, -- how often the worker's threads were made to wait for others, a second
  stolen_cores REAL, -- cores that other virtual machines took
  other_cores REAL, -- cores busy with other programs
  waiting_share REAL, -- share of the time with some thread of the machine waiting for a core
  sm_mhz INTEGER, -- clock of the multiprocessors, the lower of before and after
  memory_mhz INTEGER, -- clock of the GPU's memory, the lower
  temperature_c INTEGER, -- of the GPU, the higher
  power_w REAL, -- of the GPU, the higher
  slowed_by INTEGER, -- bits of NVML's nvmlClocksEventReasons, before or after
  more_processes INTEGER, -- that computed on the GPU than when the worker began
  disturbed TEXT NOT NULL -- why the trial is not to be believed, else empty
) STRICT;
INSERT INTO "load" VALUES(16,1.61819070003730303142e-02,7.4155413201443742821e-01,1.23594827232284515611e+02,NULL,NULL,1.00006754453322455056e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(17,1.90642899997328640893e-03,2.72703573018995282239e-02,5.24540908690547780669e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(18,0.000987221999821486,0.0,1.01294339082883550417e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(31,1.92115509998984634876e-02,7.81696594932884125661e-01,6.24624216965273717496e+02,NULL,NULL,1.00002337134566188225e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(47,1.66281769998022355139e-02,7.22010596840705787258e-01,1.20277767071145959222e+02,NULL,NULL,1.00004949429733969168e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(48,1.3996640000186744146e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(49,9.30657000026258174329e-04,0.0,1.07450972804350612936e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(56,5.81020000026910565793e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(75,2.59510400019280496053e-03,0.0,3.85341011352802922836e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(76,1.24150400006328709423e-03,0.0,805.474650060752,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(77,1.12367739998262550216e-02,8.55542346953732435466e-01,0.0,NULL,NULL,9.99931119020449843404e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(85,2.55902799972318462096e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(89,1.62619660000018484424e-02,7.36485674610226070946e-01,7.99411338087813192051e+02,NULL,NULL,1.00006358394667493882e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(106,9.00902000012138159945e-04,0.0,1.1099986457866966703e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(107,7.3568900002101145219e-03,8.76179880332044414004e-01,0.0,NULL,NULL,9.99879024949732464477e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(108,4.339990000516991131e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(109,7.70746999933180632069e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(119,1.86057100017933407798e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(123,8.46504739997726574074e-02,7.44636881775396219929e-01,4.84344600363491338155e+02,NULL,NULL,1.00000621379094756235e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(128,8.46504739997726574074e-02,7.44636881775396219929e-01,4.84344600363491338155e+02,NULL,NULL,1.00000621379094756235e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(137,7.58653819998471590224e-02,7.78230023281480165486e-01,4.21799761056557656483e+02,NULL,NULL,1.00000814601165011197e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(138,7.58653819998471590224e-02,7.78230023281480165486e-01,4.21799761056557656483e+02,NULL,NULL,1.00000814601165011197e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(139,6.5293452999867440667e-02,7.1277111045259555766e-01,735.14261835865,NULL,NULL,9.9999306209526372946e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(144,6.5293452999867440667e-02,7.1277111045259555766e-01,735.14261835865,NULL,NULL,9.9999306209526372946e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(150,6.5293452999867440667e-02,7.1277111045259555766e-01,735.14261835865,NULL,NULL,9.9999306209526372946e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(151,6.44118710001748695503e-02,7.92007470173650252043e-01,6.98628984087076560166e+02,NULL,NULL,9.99986477642630267048e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(161,6.44118710001748695503e-02,7.92007470173650252043e-01,6.98628984087076560166e+02,NULL,NULL,9.99986477642630267048e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "matrix" VALUES(1,'fadc9c1512db946ea960a46f16084848','e1748b1979f2f1b9c72ac0a8ca144a4c','pages{n=10000,mean=8,site=100,copied=50,seed=1}','pages','train','pages{n=10000,mean=8,site=100,copied=50,seed=1}','web graph','general','real',10000,10000,96203,'{"entries_in_file":96203,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(2,'f1589292ebc5570192db3c95203468f0','f1ceb811d69210c9893b04da78b4c9f1','kronecker{base=2,power=10}','kronecker','train','kronecker{base=2,power=10}','self-similar graph','symmetric','real',1024,1024,59049,'{"entries_in_file":59049,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
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
CREATE TABLE noise (
  -- How far times scatter, as standard deviations of their logarithm. A row of a context was estimated from its own
  -- runs, the others stand for contexts that were measured on one occasion only.
  noise_id INTEGER PRIMARY KEY, -- key inside this file only
  backend TEXT NOT NULL, -- cpu or cuda
  context_id INTEGER REFERENCES context, -- estimated from this context; NULL: from elsewhere, for contexts without a row
  operation TEXT, -- of which operation; NULL: any
  pass_sd REAL NOT NULL, -- between plans prepared anew within one repetition
  lap_sd REAL NOT NULL, -- between repetitions of one run, beyond that; 0: not told apart from change_sd
  change_sd REAL NOT NULL, -- of one configuration from occasion to occasion, beyond those
  common_sd REAL NOT NULL, -- of all configurations of a problem together from occasion to occasion
  prior_df REAL NOT NULL, -- degrees of freedom that these weigh against a trial's own spread
  time_factor REAL NOT NULL, -- standard deviations that hold 95 % of the differences between occasions
  tie_factor REAL NOT NULL, -- the same of differences between two configurations
  occasions INTEGER NOT NULL, -- from how many runs
  problems INTEGER NOT NULL, -- from how many problems that two runs have in common
  pairs INTEGER NOT NULL, -- from how many configurations measured on two occasions
  evidence TEXT NOT NULL, -- where they come from
  UNIQUE (backend, context_id, operation)
) STRICT;
INSERT INTO "noise" VALUES(1,'cuda',NULL,NULL,0.0045,0.0031,0.0073,0.0239,4.0,2.01,4.29,3,40,6025,'40 real matrices x 147 points in double on three H200s of three hosts, 23 November 2026, four repetitions of three passes');
INSERT INTO "noise" VALUES(2,'cpu',NULL,NULL,0.0261,0.0162,0.0058,0.0498,4.0,2.48,4.35,3,40,2798,'40 real matrices x 68 points in double, one thread on one of two virtual cores, 23 November 2026, three sweeps within 2 h 20 min, three repetitions of three passes');
CREATE TABLE pass (
  -- Medians of the passes of a trial that was measured in several: the plan was prepared anew for each.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  pass INTEGER NOT NULL, -- 1, 2, … in the order measured
  n INTEGER NOT NULL, -- samples of phase total
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, pass)
) STRICT, WITHOUT ROWID;
INSERT INTO "pass" VALUES(31,1,12,3.818199920654296875e+01);
INSERT INTO "pass" VALUES(31,2,12,4.07062492370605468741e+01);
INSERT INTO "pass" VALUES(31,3,12,3.92975006103515624991e+01);
INSERT INTO "pass" VALUES(89,1,12,3.64382514953613281241e+01);
INSERT INTO "pass" VALUES(89,2,12,3.48478336334228515629e+01);
INSERT INTO "pass" VALUES(89,3,12,2.14753332138061523446e+01);
INSERT INTO "pass" VALUES(119,1,12,19.1961669921875);
INSERT INTO "pass" VALUES(119,2,12,1.99141664505004882812e+01);
INSERT INTO "pass" VALUES(119,3,12,1.98940000534057617187e+01);
INSERT INTO "pass" VALUES(123,1,12,3.97229995727539062508e+01);
INSERT INTO "pass" VALUES(123,2,12,6.74312477111816406267e+01);
INSERT INTO "pass" VALUES(123,3,12,66.3390007019043);
INSERT INTO "pass" VALUES(128,1,12,1.649114990234375e+02);
INSERT INTO "pass" VALUES(128,2,12,2.20595001220703125e+02);
INSERT INTO "pass" VALUES(128,3,12,2.070410003662109375e+02);
INSERT INTO "pass" VALUES(137,1,12,1.55340499877929687504e+02);
INSERT INTO "pass" VALUES(137,2,12,1.22073997497558593748e+02);
INSERT INTO "pass" VALUES(137,3,12,123.822998046875);
INSERT INTO "pass" VALUES(138,1,12,2.06107498168945312499e+02);
INSERT INTO "pass" VALUES(138,2,12,1.60305999755859375e+02);
INSERT INTO "pass" VALUES(138,3,12,1.55984001159667968745e+02);
INSERT INTO "pass" VALUES(139,1,12,2.45564994812011718741e+01);
INSERT INTO "pass" VALUES(139,2,12,24.1051664352417);
INSERT INTO "pass" VALUES(139,3,12,2.59408340454101562491e+01);
INSERT INTO "pass" VALUES(144,1,12,2.17554998397827148437e+01);
INSERT INTO "pass" VALUES(144,2,12,2.15718336105346679691e+01);
INSERT INTO "pass" VALUES(144,3,12,2.25059995651245117178e+01);
INSERT INTO "pass" VALUES(150,1,12,6.81090011596679687508e+01);
INSERT INTO "pass" VALUES(150,2,12,6.54700012207031249982e+01);
INSERT INTO "pass" VALUES(150,3,12,6.79074974060058593732e+01);
INSERT INTO "pass" VALUES(151,1,12,2.06643333435058593758e+01);
INSERT INTO "pass" VALUES(151,2,12,19.9233341217041);
INSERT INTO "pass" VALUES(151,3,12,1.991049957275390625e+01);
INSERT INTO "pass" VALUES(161,1,12,6.6970500946044921875e+01);
INSERT INTO "pass" VALUES(161,2,12,64.6155014038086);
INSERT INTO "pass" VALUES(161,3,12,6.47050018310546874982e+01);
CREATE TABLE phase (
  -- Medians of the phases of a run: SpGEMM's. The whole run's is in trial.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- samples
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
CREATE TABLE place (
  -- Where a trial was measured, and what the file knew when the search that asked for it began. Trials of older
  -- programs, and trials that were merged from another file, have no such order: theirs is that of their numbers.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  device TEXT NOT NULL, -- GPU-… (its UUID) or cores 0-7; empty where a sweep had all cores
  begun_after INTEGER, -- how many trials of the file had ended when the search on its problem began
  ended INTEGER -- the how-manieth trial of the file to end it was; NULL while it runs
) STRICT;
INSERT INTO "place" VALUES(1,'',0,1);
INSERT INTO "place" VALUES(2,'',0,2);
INSERT INTO "place" VALUES(3,'',0,3);
INSERT INTO "place" VALUES(4,'',0,4);
INSERT INTO "place" VALUES(5,'',0,5);
INSERT INTO "place" VALUES(6,'',0,6);
INSERT INTO "place" VALUES(7,'',0,7);
INSERT INTO "place" VALUES(8,'',0,8);
INSERT INTO "place" VALUES(9,'',0,9);
INSERT INTO "place" VALUES(10,'',0,10);
INSERT INTO "place" VALUES(11,'',0,11);
INSERT INTO "place" VALUES(12,'',0,12);
INSERT INTO "place" VALUES(13,'',0,13);
INSERT INTO "place" VALUES(14,'',0,14);
INSERT INTO "place" VALUES(16,'',0,16);
INSERT INTO "place" VALUES(17,'',0,17);
INSERT INTO "place" VALUES(18,'',0,18);
INSERT INTO "place" VALUES(31,'',0,31);
INSERT INTO "place" VALUES(32,'',31,32);
INSERT INTO "place" VALUES(33,'',31,33);
INSERT INTO "place" VALUES(34,'',31,34);
INSERT INTO "place" VALUES(35,'',31,35);
INSERT INTO "place" VALUES(36,'',31,36);
INSERT INTO "place" VALUES(37,'',31,37);
INSERT INTO "place" VALUES(38,'',31,38);
INSERT INTO "place" VALUES(39,'',31,39);
INSERT INTO "place" VALUES(40,'',31,40);
INSERT INTO "place" VALUES(41,'',31,41);
INSERT INTO "place" VALUES(42,'',31,42);
INSERT INTO "place" VALUES(43,'',31,43);
INSERT INTO "place" VALUES(44,'',31,44);
INSERT INTO "place" VALUES(45,'',31,45);
INSERT INTO "place" VALUES(46,'',31,46);
INSERT INTO "place" VALUES(47,'',31,47);
INSERT INTO "place" VALUES(48,'',31,48);
INSERT INTO "place" VALUES(49,'',31,49);
INSERT INTO "place" VALUES(56,'',31,56);
INSERT INTO "place" VALUES(60,'',59,60);
INSERT INTO "place" VALUES(61,'',59,61);
INSERT INTO "place" VALUES(62,'',59,62);
INSERT INTO "place" VALUES(63,'',59,63);
INSERT INTO "place" VALUES(64,'',59,64);
INSERT INTO "place" VALUES(65,'',59,65);
INSERT INTO "place" VALUES(66,'',59,66);
INSERT INTO "place" VALUES(67,'',59,67);
INSERT INTO "place" VALUES(69,'',59,69);
INSERT INTO "place" VALUES(70,'',59,70);
INSERT INTO "place" VALUES(71,'',59,71);
INSERT INTO "place" VALUES(72,'',59,72);
INSERT INTO "place" VALUES(73,'',59,73);
INSERT INTO "place" VALUES(75,'',59,75);
INSERT INTO "place" VALUES(76,'',59,76);
INSERT INTO "place" VALUES(77,'',59,77);
INSERT INTO "place" VALUES(85,'',59,85);
INSERT INTO "place" VALUES(89,'',59,89);
INSERT INTO "place" VALUES(91,'',90,91);
INSERT INTO "place" VALUES(92,'',90,92);
INSERT INTO "place" VALUES(93,'',90,93);
INSERT INTO "place" VALUES(94,'',90,94);
INSERT INTO "place" VALUES(95,'',90,95);
INSERT INTO "place" VALUES(96,'',90,96);
INSERT INTO "place" VALUES(97,'',90,97);
INSERT INTO "place" VALUES(98,'',90,98);
INSERT INTO "place" VALUES(99,'',90,99);
INSERT INTO "place" VALUES(100,'',90,100);
INSERT INTO "place" VALUES(101,'',90,101);
INSERT INTO "place" VALUES(102,'',90,102);
INSERT INTO "place" VALUES(103,'',90,103);
INSERT INTO "place" VALUES(104,'',90,104);
INSERT INTO "place" VALUES(105,'',90,105);
INSERT INTO "place" VALUES(106,'',90,106);
INSERT INTO "place" VALUES(107,'',90,107);
INSERT INTO "place" VALUES(108,'',90,108);
INSERT INTO "place" VALUES(109,'',90,109);
INSERT INTO "place" VALUES(119,'',90,119);
INSERT INTO "place" VALUES(123,'',0,123);
INSERT INTO "place" VALUES(128,'',0,128);
INSERT INTO "place" VALUES(137,'',31,137);
INSERT INTO "place" VALUES(138,'',31,138);
INSERT INTO "place" VALUES(139,'',59,139);
INSERT INTO "place" VALUES(144,'',59,144);
INSERT INTO "place" VALUES(150,'',59,150);
INSERT INTO "place" VALUES(151,'',90,151);
INSERT INTO "place" VALUES(161,'',90,161);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'53124e7a127e1ad2b4d1023f70d8f606','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":30,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.02}');
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
INSERT INTO "problem" VALUES(1,'bd5b971fe892ad7f9f9ae1772f12bff9','spmv','f64',1,NULL,'x','',1,192406,NULL,1354440.0);
INSERT INTO "problem" VALUES(2,'b5c4e37267ef375fb192137720e3cff9','spmv','f32',1,NULL,'x','',1,192406,NULL,889628.0);
INSERT INTO "problem" VALUES(3,'c0e20c74be3589a1bef6e7b59f7c1020','spmv','f64',2,NULL,'x','',1,118098,NULL,729072.0);
INSERT INTO "problem" VALUES(4,'57cac905d6736004991c55adba0ca895','spmv','f32',2,NULL,'x','',1,118098,NULL,484684.0);
CREATE TABLE rank_share (
  -- What each rank did in one run of a trial on several ranks, the last of its verification: bytes and products are
  -- the same in every run, seconds are those of that run alone (phases of all runs are in samples).
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  rank INTEGER NOT NULL, -- from 0
  rows INTEGER NOT NULL, -- of A and of C
  a_entries INTEGER NOT NULL, -- of its rows of A
  b_entries INTEGER NOT NULL, -- of its rows of B
  c_entries INTEGER NOT NULL, -- of its rows of C
  products INTEGER NOT NULL, -- multiplications
  bytes_sent INTEGER NOT NULL, -- to other ranks, what MPI adds left out
  bytes_received INTEGER NOT NULL, -- from other ranks
  bytes_received_least INTEGER NOT NULL, -- columns and values of others' rows of B that it needs, each row once
  messages_sent INTEGER NOT NULL, -- to other ranks
  lists_s REAL NOT NULL, -- who needs what, s
  exchange_s REAL NOT NULL, -- messages as far as nothing hides them, s
  plan_s REAL NOT NULL, -- choosing and preparing the local product, s
  multiply_s REAL NOT NULL, -- local products, s
  merge_s REAL NOT NULL, -- putting partial results together and in order, s
  PRIMARY KEY (trial_id, rank)
) STRICT, WITHOUT ROWID;
CREATE TABLE repeated (
  -- Times of results that stand on repetitions, over all their attempts: the view repetition added up, in the
  -- transaction that wrote the attempts.
  result_id INTEGER PRIMARY KEY REFERENCES trial, -- row of result: the newest attempt
  context_id INTEGER NOT NULL REFERENCES context, -- trials of one context may be compared
  problem_id INTEGER NOT NULL REFERENCES problem, -- row of problem
  config_id INTEGER NOT NULL REFERENCES config, -- row of config
  attempts INTEGER NOT NULL, -- how many
  n INTEGER NOT NULL, -- samples
  passes INTEGER NOT NULL, -- of all attempts together
  pass_sd REAL, -- of ln of the medians of passes, within attempts
  min_us REAL, -- fastest sample
  q1_us REAL, -- first quartile, of the attempts in the middle
  median_us REAL NOT NULL, -- median of the attempts' medians
  q3_us REAL, -- third quartile, of the attempts in the middle
  mean_us REAL, -- mean of all samples
  sd_us REAL, -- standard deviation of all samples
  lap_sd REAL, -- of ln of the medians of attempts
  floor_us REAL, -- empty trial: the least
  prepare_s REAL, -- one-off cost, s: the least
  mhz_mean REAL, -- clock while sampling: mean
  wall_s REAL, -- all attempts, s
  UNIQUE (context_id, problem_id, config_id)
) STRICT;
INSERT INTO "repeated" VALUES(123,1,1,17,2,72,6,2.13985374412061724047e-01,3.71809997558593750008e+01,43.1758131980896,4.91426248550415039045e+01,5.64102501869201660138e+01,5.10065415700276716384e+01,1.66208152800462833904e+01,0.278752656842809,0.000357395620085299,2.62325000221608206629e-04,2.72226086418107752259e+03,1.54670271666342784566e-01);
INSERT INTO "repeated" VALUES(128,1,1,16,1,36,3,1.52978765172551212092e-01,1.4649200439453125e+02,1.71241744995117187505e+02,1.99199996948242187503e+02,2.17479755401611328123e+02,1.98865028381347656253e+02,3.09170049386560137345e+01,NULL,0.000357395620085299,6.69999735691817477345e-07,2.63472810836273220046e+03,7.58701210013441595947e-02);
INSERT INTO "repeated" VALUES(137,1,2,25,1,36,3,1.35217443240663898196e-01,1.09695999145507812496e+02,1.17898746490478515628e+02,1.30458999633789062499e+02,1.49745502471923828125e+02,1.34424943923950195316e+02,1.89117522901175618699e+01,NULL,0.000357395620085299,3.81999598175752907991e-07,2.68033597697149707532e+03,5.08506208743710885755e-02);
INSERT INTO "repeated" VALUES(138,1,2,16,1,36,3,1.53594767697036671538e-01,1.41707000732421875e+02,1.542104949951171875e+02,1.64704002380371093746e+02,1.95873497009277343751e+02,1.7385222201877169823e+02,2.55884972935860979239e+01,NULL,0.000357395620085299,4.45999830844812095165e-07,2.66844428276093731259e+03,4.42903778744039300363e-02);
INSERT INTO "repeated" VALUES(139,1,3,17,2,72,6,2.09086835743152288369e-01,2.13846664428710937495e+01,2.4513166427612304687e+01,2.95117917060852050789e+01,31.2642502784729,28.5900555451711,5.8095543571666992122e+00,2.42310505552873922674e-01,0.000357395620085299,1.38704999699257314205e-04,2.65680713366422560292e+03,8.57345484979911698353e-02);
INSERT INTO "repeated" VALUES(144,1,3,28,1,36,3,2.24326153223120619562e-02,21.4863338470459,2.16093339920043945321e+01,2.20503339767456054678e+01,22.5449161529541,2.28747037781609421349e+01,3.57547857927610701622e+00,NULL,0.000357395620085299,6.49999947199830785393e-07,2.65959205598235166683e+03,2.9175434833329440265e-02);
INSERT INTO "repeated" VALUES(150,1,3,18,1,36,3,2.20099357411290622033e-02,6.50339965820312500017e+01,6.55952529907226562517e+01,6.77340011596679687517e+01,68.1359977722168,6.82168051401774135902e+01,5.10928699284033704941e+00,NULL,0.000357395620085299,1.10739997580822091549e-05,2.60961355571319882063e+03,3.83920888340677918248e-02);
INSERT INTO "repeated" VALUES(151,1,4,26,2,72,6,2.10938968532731960237e-02,1.914966583251953125e+01,1.95663332939147949218e+01,1.9907833099365234375e+01,2.02928328514099121093e+01,2.05892731348673514442e+01,2.78458504108436200041e+00,1.50364878255231028576e-03,0.000357395620085299,4.33999957749620079994e-07,2.7092253437174040301e+03,1.90557996330963652642e-02);
INSERT INTO "repeated" VALUES(161,1,4,18,1,36,3,2.02801635481472154742e-02,64.3949966430664,6.45865020751953124991e+01,64.6969985961914,6.69697513580322265633e+01,6.54985001881917270347e+01,1.27754769405244350544e+00,NULL,0.000357395620085299,9.01700013855588622391e-06,2.63471770214563230172e+03,1.92150876368114842396e-02);
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
INSERT INTO "run" VALUES(1,'01a22baa-055e-7a75-b5e4-1588a6983940',1,'quick','{}','interrupted','b41569087c21f02f34082915761cbfc04fd8afcf',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-30T08:54:52.511Z','2026-11-30T08:55:01.742Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(18,'total',3,X'33F34B4360A554437FAA4943');
INSERT INTO "samples" VALUES(49,'total',3,X'F0674B436DE74843F4BD5143');
INSERT INTO "samples" VALUES(56,'total',3,X'C7EB0843FABEF84273A8EA42');
INSERT INTO "samples" VALUES(106,'total',10,X'B63AB1412E24B141B6F3B0416A03B1415E01B141E7FBB04114F5B04196FCB0417CCDCB4151FFB041');
INSERT INTO "samples" VALUES(108,'total',3,X'0E2D8542D76381426B7CB142');
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
INSERT INTO "trial" VALUES(1,X'01A22BAA08247D51A8F3EB643AB279BB',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A22BAA0824763BBAAF8A81038B1850',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A22BAA08247B4D910A3C59C4EF9A62',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A22BAA0824782EAEFA150AA89B13F6',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A22BAA082475B8AF53D5EC194360A2',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A22BAA0824726D8377AE47D9D5BED1',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A22BAA08247FC1B51CD0B5E2A1BACF',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A22BAA08257751A0D075FBF429555E',1,1,1,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(9,X'01A22BAA08257E44834FC13A7BAAB44E',1,1,1,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(10,X'01A22BAA082579E58860DA92C3C92C45',1,1,1,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(11,X'01A22BAA08257B2089BDA855415E5E25',1,1,1,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(12,X'01A22BAA08257561BBB3BAC6294ABEE8',1,1,1,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(13,X'01A22BAA082570199FF5FE2E4C373EF5',1,1,1,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(14,X'01A22BAA082570278941563DBED39B7A',1,1,1,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:53.220Z',0.0);
INSERT INTO "trial" VALUES(16,X'01A22BAA0825791E8CE3698EBD9E5114',1,1,1,16,1,'ok',0,'max_samples',30,1,1.06888999938964843747e+02,1.08831001281738281249e+02,1.1505150222778320313e+02,1.25681999206542968747e+02,5.20811575826009061536e+02,2.1971124787051003295e+03,1.10486000061035156245e+02,1.24095001220703124997e+02,0.000357395620085299,9.37999629968544468283e-07,1354440.0,16,2.78386954913953195509e+03,'2026-11-30T08:54:53.221Z',5.78586149999864574056e-02);
INSERT INTO "trial" VALUES(17,X'01A22BAA08607B4CB36C74A6959DD796',1,1,1,17,1,'ok',0,'confidence',20,2,3.8692501068115234375e+01,3.90081243515014648437e+01,3.91055011749267578125e+01,39.1927490234375,3.95907999038696303264e+01,1.47556956288715190872e+00,3.90084991455078124991e+01,3.91834983825683593741e+01,0.000357395620085299,2.51846000082878163084e-04,1386384.0,1226440,2.53514213181109516873e+03,'2026-11-30T08:54:53.280Z',2.69448569997621234506e-02);
INSERT INTO "trial" VALUES(18,X'01A22BAA087B7470A2F58E5D1BF72666',1,1,1,18,1,'dominated',0,'dominated',3,1,2.01666000366210937497e+02,2.028079986572265625e+02,2.03949996948242187502e+02,2.08297996520996093745e+02,2.06087331136067717805e+02,5.79363656238720636793e+00,2.01666000366210937497e+02,212.64599609375,0.000357395620085299,1.88788000286876922473e-04,1699248.0,384812,2.68443475445072908774e+03,'2026-11-30T08:54:53.307Z',2.62821129999792901799e-02);
INSERT INTO "trial" VALUES(31,X'01A22BAA0BE871C1B474DFDFBC7C1705',1,1,1,17,2,'ok',0,'repetitions',36,2,3.71809997558593750008e+01,3.88936252593994140625e+01,3.95797500610351562491e+01,41.8048734664917,4.06899302800496442955e+01,3.21020574539562,3.89874992370605468741e+01,4.10434989929199218767e+01,0.000357395620085299,2.62325000221608206629e-04,1386384.0,1226440,2.78450037602953671001e+03,'2026-11-30T08:54:53.582Z',7.58734856664583928731e-02);
INSERT INTO "trial" VALUES(32,X'01A22BAA0C0476738EB558A97F3E1CCA',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(33,X'01A22BAA0C057DEEB3CB15E60695A534',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(34,X'01A22BAA0C0572DF96365B05FE781AC5',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(35,X'01A22BAA0C0570D88918D021B124531E',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(36,X'01A22BAA0C0570F5BE6FC2550B5338A9',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A22BAA0C057048AC42047AD220DC30',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A22BAA0C05736AAC24C592A37E875A',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A22BAA0C0579D39EBFE274D8B6ACC4',1,1,2,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(40,X'01A22BAA0C057ACA83B0E095BE0C4FFC',1,1,2,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A22BAA0C05785988A3C0782439AEC5',1,1,2,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A22BAA0C057F6E9C167926113D6437',1,1,2,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(43,X'01A22BAA0C05757B818F8F1700334399',1,1,2,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(44,X'01A22BAA0C0570DCBC17905EBF0FB803',1,1,2,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(45,X'01A22BAA0C057A4387D7338D1EA10844',1,1,2,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(46,X'01A22BAA0C057B16868FB180C47721F6',1,1,2,15,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.212Z',0.0);
INSERT INTO "trial" VALUES(47,X'01A22BAA0C0578669B31035DFF82AAB1',1,1,2,16,1,'ok',0,'max_samples',30,1,1.20681999206542968751e+02,1.23003250122070312494e+02,1.2974300384521484375e+02,1.4009075164794921875e+02,5.35946541086832667138e+02,2.20900113076880370496e+03,1.23898002624511718752e+02,136.47900390625,0.000357395620085299,4.30000000051222741603e-07,889628.0,16,2.68443475439247049513e+03,'2026-11-30T08:54:54.213Z',4.15674299997590424027e-02);
INSERT INTO "trial" VALUES(48,X'01A22BAA0C307F68B1471D470F47F8CC',1,1,2,17,1,'ok',0,'confidence',15,2,3.68185005187988281241e+01,3.68367500305175781254e+01,3.68569984436035156258e+01,3.68952503204345703133e+01,3.7180399576822914299e+01,1.16187482274770781387e+00,3.68334999084472656258e+01,36.9010009765625,0.000357395620085299,2.62385000041831517592e-04,914256.0,834312,2.68531466327385442125e+03,'2026-11-30T08:54:54.255Z',1.85488980000627634581e-02);
INSERT INTO "trial" VALUES(49,X'01A22BAA0C437561B7D3ECFADA60FDF2',1,1,2,18,1,'dominated',0,'dominated',3,1,2.00904006958007812504e+02,2.0215500640869140626e+02,203.406005859375,2.06574005126953125005e+02,2.0468400573730468749e+02,4.55549255712156053732e+00,2.00904006958007812504e+02,2.09742004394531249993e+02,0.000357395620085299,2.08632999601832125335e-04,1234436.0,384812,2.78481593285229155304e+03,'2026-11-30T08:54:54.274Z',1.63563759997487068176e-02);
INSERT INTO "trial" VALUES(56,X'01A22BAA0CB0766BB3BD84FE75BCFAEF',1,1,2,25,1,'dominated',0,'dominated',3,1,1.17329002380371093749e+02,1.20851001739501953127e+02,1.24373001098632812505e+02,1.30647003173828125e+02,1.26207669576009109848e+02,9.92401886423686363514e+00,1.17329002380371093749e+02,1.36921005249023437495e+02,0.000357395620085299,5.27999873156659305095e-07,889628.0,16,2.68502131763453417089e+03,'2026-11-30T08:54:54.384Z',1.75041789998431340791e-02);
INSERT INTO "trial" VALUES(60,X'01A22BAA0D2B700791C3AD9C079DB61B',1,1,3,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(61,X'01A22BAA0D2B758AAA5D40D9A4D7073A',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(62,X'01A22BAA0D2B76D4B9B4CA413E6942C3',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(63,X'01A22BAA0D2B7BF380AF38921DA96272',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(64,X'01A22BAA0D2B7E5A8BCF4BAFFD858787',1,1,3,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(65,X'01A22BAA0D2B7306B7BE7AD270EE31CF',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(66,X'01A22BAA0D2B7AA7ADB5E60AB717FD5B',1,1,3,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(67,X'01A22BAA0D2B7D099AC0747EC121A7D8',1,1,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(69,X'01A22BAA0D2B701FB3D34ED52BDA64E2',1,1,3,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(70,X'01A22BAA0D2B7B649ACD5DF81C8EA714',1,1,3,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(71,X'01A22BAA0D2B7C19B63F0A9931291C0C',1,1,3,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(72,X'01A22BAA0D2C7470B1C5220B981CD518',1,1,3,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(73,X'01A22BAA0D2C7E9C9E4E8464ABF2EC99',1,1,3,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:54.506Z',0.0);
INSERT INTO "trial" VALUES(75,X'01A22BAA0D2C73E59D89D473F9D665EB',1,1,3,16,1,'ok',0,'max_samples',30,2,3.63404998779296874991e+01,3.66648740768432617191e+01,3.76695003509521484383e+01,3.90739994049072265625e+01,3.80243331909179715921e+01,1.65672827734109251451e+00,3.68084983825683593745e+01,3.8956501007080078125e+01,0.000357395620085299,7.46000296203419566154e-07,729072.0,16,2.67975222338114872394e+03,'2026-11-30T08:54:54.508Z',3.34427230000073905102e-02);
INSERT INTO "trial" VALUES(76,X'01A22BAA0D4F71D4938610DEC9F987F2',1,1,3,17,1,'ok',0,'confidence',15,2,3.3001499176025390625e+01,3.31187496185302734366e+01,3.31525001525878906241e+01,3.32145004272460937495e+01,33.5134999593099,1.16803251803348362436e+00,3.311100006103515625e+01,3.32425003051757812495e+01,0.000357395620085299,2.63177999840991105884e-04,791232.0,774904,2.679167062843484473e+03,'2026-11-30T08:54:54.543Z',1.91447050001443130895e-02);
INSERT INTO "trial" VALUES(77,X'01A22BAA0D637DBB8A9CBD5FF5797555',1,1,3,18,1,'ok',0,'confidence',15,1,8.15650024414062499965e+01,8.17680015563964843715e+01,8.19390029907226562482e+01,8.20390014648437500017e+01,8.31876673380533873149e+01,3.40140294548996324763e+00,81.7509994506836,8.20810012817382812517e+01,0.000357395620085299,3.5569999909057514742e-05,961168.0,236196,2.48131263555331406682e+03,'2026-11-30T08:54:54.562Z',1.56063699996593641117e-02);
INSERT INTO "trial" VALUES(85,X'01A22BAA0DF670AD8AA726ABC8B2AFDB',1,1,3,28,1,'ok',0,'max_samples',30,2,3.45999984741210937495e+01,36.8308744430542,3.70424995422363281241e+01,3.79130010604858398433e+01,3.76762499491373716855e+01,1.82627587219580389543e+00,3.68440017700195312491e+01,3.77885017395019531241e+01,0.000357395620085299,9.2200070866965688765e-07,729072.0,32,2.679167062843484473e+03,'2026-11-30T08:54:54.710Z',1.61284529999647929798e-02);
INSERT INTO "trial" VALUES(89,X'01A22BAA0F93799BB0A65DD612E0A9CD',1,1,3,17,2,'ok',0,'repetitions',36,2,2.14156665802001953133e+01,2.49565830230712890633e+01,3.45194168090820312504e+01,36.1071252822876,3.11531804932488327604e+01,6.53163501949135394397e+00,2.68093338012695312508e+01,3.5655498504638671875e+01,0.000357395620085299,1.61789000230783130973e-04,791232.0,774904,2.6790219863675283705e+03,'2026-11-30T08:54:54.767Z',3.82044176658382708677e-02);
INSERT INTO "trial" VALUES(91,X'01A22BAA0FA0792AA79666AC0BED3B13',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(92,X'01A22BAA0FA073F8A6DBE4683B2F4A9D',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(93,X'01A22BAA0FA07AA0AEFB4ADA9F52296F',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(94,X'01A22BAA0FA07470B0A9788CDB4396DE',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(95,X'01A22BAA0FA07B43AD0867A46771A487',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(96,X'01A22BAA0FA071048AC6087E046EDD4D',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(97,X'01A22BAA0FA0794881D1FF017BDB49AC',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(98,X'01A22BAA0FA07EFC8605DA1565619BC3',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(99,X'01A22BAA0FA076DF8FE351C77613FEB4',1,1,4,23,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(100,X'01A22BAA0FA0776084BE08AF8D8CB2F2',1,1,4,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(101,X'01A22BAA0FA07196B8FE55EDBF8C53B4',1,1,4,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(102,X'01A22BAA0FA17549A55E871D2492B4CC',1,1,4,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(103,X'01A22BAA0FA17BB39F1454869B1CA338',1,1,4,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(104,X'01A22BAA0FA178C6B4D3D30CBDBEB6AF',1,1,4,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(105,X'01A22BAA0FA17521B09F6CE127E1F15C',1,1,4,15,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T08:54:55.136Z',0.0);
INSERT INTO "trial" VALUES(106,X'01A22BAA0FA17866B3B1CD8CFDF6E673',1,1,4,16,1,'ok',0,'confidence',10,3,2.21189994812011718754e+01,2.21230826377868652335e+01,2.21251668930053710946e+01,22.1386661529541,2.2463366699218749289e+01,1.05835444979281545485e+00,2.21196670532226562504e+01,2.21536674499511718758e+01,0.000357395620085299,9.98999894363805651664e-07,484684.0,16,2.6841416702184551469e+03,'2026-11-30T08:54:55.137Z',0.0335304229997746);
INSERT INTO "trial" VALUES(107,X'01A22BAA0FC47946A64E38E54678F52D',1,1,4,17,1,'ok',0,'confidence',10,3,2.13303337097167968741e+01,2.13335838317871093758e+01,2.1339166641235351562e+01,2.1358999729156494141e+01,2.13471666336059584523e+01,1.86686194004083323705e-02,2.13309993743896484383e+01,21.3663330078125,0.000357395620085299,1.58076999923650873824e-04,526464.0,518328,2.68502157408316907086e+03,'2026-11-30T08:54:55.171Z',1.04391919999216042924e-02);
INSERT INTO "trial" VALUES(108,X'01A22BAA0FCE7FE8BF332ED5BEF1443F',1,1,4,18,1,'dominated',0,'dominated',3,1,6.46949996948242187508e+01,6.5641498565673828125e+01,6.65879974365234374991e+01,7.7665500640869140625e+01,7.33420003255208285963e+01,1.33712019718774755006e+01,6.46949996948242187508e+01,8.87430038452148437465e+01,0.000357395620085299,1.09480001810879912227e-05,716780.0,236196,2.68472823346051882244e+03,'2026-11-30T08:54:55.182Z',8.28010900022491114214e-03);
INSERT INTO "trial" VALUES(109,X'01A22BAA0FD77B94B72846194EC99AF2',1,1,4,26,1,'ok',0,'confidence',10,3,1.9849666595458984375e+01,1.986858367919921875e+01,1.98888339996337890625e+01,1.99222502708435058593e+01,2.02174001693725600157e+01,1.04166242436575262608e+00,1.98606662750244140625e+01,1.99323329925537109375e+01,0.000357395620085299,6.58000317343976348638e-07,484684.0,16,2.6853147967025824982e+03,'2026-11-30T08:54:55.191Z',1.5861189999668567907e-03);
INSERT INTO "trial" VALUES(119,X'01A22BAA10767007AAA5B2BF2FFBFF75',1,1,4,26,2,'ok',0,'repetitions',36,3,1.914966583251953125e+01,1.92327504158020019531e+01,1.98866662979125976562e+01,1.99173331260681152343e+01,2.00678981145222969919e+01,1.24260753390866929279e+00,1.98543338775634765625e+01,1.99149990081787109375e+01,0.000357395620085299,7.15000169293489307165e-07,484684.0,16,2.78371205688960435503e+03,'2026-11-30T08:54:55.350Z',0.00411190499858094);
INSERT INTO "trial" VALUES(123,X'01A22BAA1BE47F62A4D457C96B16C2E0',1,1,1,17,3,'ok',0,'repetitions',36,1,39.0,4.74580011367797851553e+01,5.87054996490478515642e+01,7.10156269073486328107e+01,61.3231528600057,1.81973538701401622574e+01,5.40400009155273437517e+01,69.2699966430664,0.000357395620085299,2.83092000699980417266e-04,1386384.0,1226440,2.66002135233261878966e+03,'2026-11-30T08:54:55.463Z',7.87967859998843778157e-02);
INSERT INTO "trial" VALUES(128,X'01A22BAA1BE573119497E491EAA1EF2E',1,1,1,16,2,'ok',0,'repetitions',36,1,1.4649200439453125e+02,1.71241744995117187505e+02,1.99199996948242187503e+02,2.17479755401611328123e+02,1.98865028381347656253e+02,3.09170049386560137345e+01,1.74361007690429687493e+02,2.14680999755859375005e+02,0.000357395620085299,6.69999735691817477345e-07,1354440.0,16,2.63472810836273220046e+03,'2026-11-30T08:54:55.463Z',7.58701210013441595947e-02);
INSERT INTO "trial" VALUES(137,X'01A22BAA213D702FA5502A2515719C83',1,1,2,25,2,'ok',0,'repetitions',36,1,1.09695999145507812496e+02,1.17898746490478515628e+02,1.30458999633789062499e+02,1.49745502471923828125e+02,1.34424943923950195316e+02,1.89117522901176862148e+01,1.22015998840332031251e+02,1.46964004516601562497e+02,0.000357395620085299,3.81999598175752907991e-07,889628.0,16,2.68033597697149707532e+03,'2026-11-30T08:54:58.323Z',5.08506208743710885755e-02);
INSERT INTO "trial" VALUES(138,X'01A22BAA213D7727BE54F7492E1E82FF',1,1,2,16,2,'ok',0,'repetitions',36,1,1.41707000732421875e+02,1.542104949951171875e+02,1.64704002380371093746e+02,1.95873497009277343751e+02,1.7385222201877169823e+02,25.588497293586,1.56255004882812500001e+02,1.93845001220703124994e+02,0.000357395620085299,4.45999830844812095165e-07,889628.0,16,2.66844428276093731259e+03,'2026-11-30T08:54:58.323Z',4.42903778744039300363e-02);
INSERT INTO "trial" VALUES(139,X'01A22BAA21607207AB898EF8CC88FB70',1,1,3,17,3,'ok',0,'repetitions',36,2,2.13846664428710937495e+01,2.40697498321533203129e+01,2.45041666030883789053e+01,2.6421375274658203125e+01,2.60269305970933686458e+01,3.50560614247067725557e+00,2.40884990692138671879e+01,26.2983341217041,0.000357395620085299,1.38704999699257314205e-04,791232.0,774904,2.63459228096092283512e+03,'2026-11-30T08:54:59.679Z',4.75301308321528920286e-02);
INSERT INTO "trial" VALUES(144,X'01A22BAA25D87BAB9E2D7E25EF62B607',1,1,3,28,2,'ok',0,'repetitions',36,3,21.4863338470459,2.16093339920043945321e+01,2.20503339767456054678e+01,22.5449161529541,2.28747037781609421349e+01,3.5754785792761163421e+00,2.16606674194335937491e+01,22.482666015625,0.000357395620085299,6.49999947199830785393e-07,729072.0,32,2.65959205598235166683e+03,'2026-11-30T08:54:59.679Z',2.9175434833329440265e-02);
INSERT INTO "trial" VALUES(150,X'01A22BAA25D8776F9020936C7A32F136',1,1,3,18,2,'ok',0,'repetitions',36,1,6.50339965820312500017e+01,6.55952529907226562517e+01,6.77340011596679687517e+01,68.1359977722168,6.82168051401774135902e+01,5.1092869928402961932e+00,6.56699981689453125008e+01,6.80329971313476562517e+01,0.000357395620085299,1.10739997580822091549e-05,961168.0,236196,2.60961355571319882063e+03,'2026-11-30T08:54:59.679Z',3.83920888340677918248e-02);
INSERT INTO "trial" VALUES(151,X'01A22BAA25F673AF8C36319D1832F8D3',1,1,4,26,3,'ok',0,'repetitions',36,3,1.98586673736572265625e+01,1.98999161720275878906e+01,1.99289999008178710937e+01,2.06683325767517089843e+01,2.11106481552124023446e+01,3.69135443146469111042e+00,1.9906665802001953125e+01,2.06096668243408203129e+01,0.000357395620085299,4.33999957749620079994e-07,484684.0,16,2.63473863054520415966e+03,'2026-11-30T08:55:00.854Z',1.49438946345154272804e-02);
INSERT INTO "trial" VALUES(161,X'01A22BAA296375018F43F4894E9229A0',1,1,4,18,2,'ok',0,'repetitions',36,1,64.3949966430664,6.45865020751953124991e+01,64.6969985961914,6.69697513580322265633e+01,6.54985001881917270347e+01,1.27754769405260648618e+00,6.46190032958984374991e+01,6.65350036621093750017e+01,0.000357395620085299,9.01700013855588622391e-06,716780.0,236196,2.63471770214563230172e+03,'2026-11-30T08:55:00.854Z',1.92150876368114842396e-02);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','3db98aea801353c8',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["0","8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-30T08:54:52.510Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','c2f0b8b4bf8c8ba4',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-30T08:54:52.510Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','dc524e4f5aaf7d8d',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-30T08:54:52.510Z');
INSERT INTO "variant" VALUES(6,'spmv','cpu','coo','e9f85495bc318c4b',0,'coo{threads=0}','{"threads":["0","1","4","16"]}','2026-11-30T08:54:52.510Z');
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
INSERT INTO "verification" VALUES(16,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(17,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(18,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(31,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(47,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(48,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(49,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(56,1,1.5287417287654325726e-01,1.17658853770640055964e-07,0,1,1,'');
INSERT INTO "verification" VALUES(75,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(76,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(77,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(85,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(89,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(106,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(107,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(108,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(109,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(119,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(123,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(128,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(137,1,1.5287417287654325726e-01,1.17658853770640055964e-07,0,1,1,'');
INSERT INTO "verification" VALUES(138,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(139,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(144,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(150,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(151,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(161,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
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
CREATE INDEX trial_repeated ON trial (context_id, problem_id, config_id) WHERE stop_reason = 'repetitions';
CREATE VIEW usable AS
  -- Results that may be believed: fully sampled, verified, of the newest code.
SELECT
  * -- all columns of result
FROM result
WHERE outcome = 'ok' AND verified = 1 AND current = 1;
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
CREATE INDEX load_disturbed ON load (trial_id) WHERE disturbed <> '';
CREATE VIEW disturbed AS
  -- Attempts that were disturbed, with the reason and what was seen.
SELECT
  f.trial_id AS trial_id, -- row of trial
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  configuration, -- canonical text
  attempt, -- 1, 2, … for one key
  median_us, -- median of what was sampled all the same
  l.disturbed AS reason, -- in one line
  l.window_s AS window_s, -- watched for so long, s
  l.waiting_threads AS waiting_threads, -- threads of the worker that were ready and had no core, on average
  l.switches_per_s AS switches_per_s, -- threads of the worker made to wait, a second
  l.stolen_cores AS stolen_cores, -- cores that other virtual machines took
  l.other_cores AS other_cores, -- cores busy with other programs
  l.sm_mhz AS sm_mhz, -- clock of the GPU
  l.temperature_c AS temperature_c, -- of the GPU
  l.slowed_by AS slowed_by, -- bits of nvmlClocksEventReasons
  EXISTS (SELECT 1 FROM trial o WHERE o.context_id = f.context_id AND o.problem_id = f.problem_id
          AND o.config_id = f.config_id AND o.outcome <> 'running' AND o.reaped = 0) AS mended, -- 1: an attempt that counts is there
  started_at, -- UTC
  run_uuid -- sweep
FROM load l JOIN trial_flat f ON f.trial_id = l.trial_id
WHERE l.disturbed <> '';
CREATE VIEW repetition AS
  -- The attempts that a result stands on where its configuration was measured again in repetitions: verified, and
  -- followed by nothing but further repetitions, failures, and what the search of another occasion measured alone.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.trial_id AS result_id, -- row of result: the newest of these attempts
  o.trial_id AS trial_id, -- row of trial
  o.attempt AS attempt, -- 1, 2, … for one key
  o.n AS n, -- samples
  (SELECT count(*) FROM pass p WHERE p.trial_id = o.trial_id) AS passes, -- passes told apart, 0 where there was one
  (SELECT max(0, sum(ln(p.median_us) * ln(p.median_us)) - sum(ln(p.median_us)) * sum(ln(p.median_us)) / count(*))
   FROM pass p WHERE p.trial_id = o.trial_id) AS pass_squares, -- squares of ln of their medians about the mean
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
      AND NOT (c.run_id <> o.run_id AND c.outcome IN ('ok', 'dominated') AND coalesce(c.stop_reason, '') NOT IN ('repetitions', 'rounds'))
      AND (c.started_at, c.attempt) > (o.started_at, o.attempt));
CREATE VIEW counted AS
  -- `result` before what noise makes of it.
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
  coalesce(g.passes, 1) AS passes, -- how many times the plan was prepared anew in them
  g.pass_sd AS pass_sd, -- of ln of the medians of passes, within attempts
  g.lap_sd AS lap_sd, -- of ln of the medians of attempts
  ln(f.ci_high_us / f.ci_low_us) / 2 / 1.959964 AS sample_sd, -- standard error of ln of the newest attempt's median, as its samples say
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
CREATE VIEW result AS
  -- What is known of each configuration on each problem in each context: one row per key, that of the newest
  -- attempt in trial_flat, with the times of all attempts that it stands on and how far they are to be believed.
SELECT
  *, -- all columns of counted, and of the row of noise that applies
  median_us / exp(time_factor * sqrt(2 * (common_sd * common_sd + log_var))) AS ci_low_us, -- where the median of another occasion lies with 95 %: another evening, another device of the kind
  median_us * exp(time_factor * sqrt(2 * (common_sd * common_sd + log_var))) AS ci_high_us -- where the median of another occasion lies with 95 %
FROM (
  SELECT
    c.*,
    q.common_sd AS common_sd, -- standard deviation of ln of what all configurations of a problem share, from occasion to occasion (noise)
    q.time_factor AS time_factor, -- standard deviations that hold 95 % of the differences between occasions (noise)
    q.tie_factor AS tie_factor, -- the same of differences between two configurations (noise)
    q.change_sd * q.change_sd + CASE
      WHEN c.attempts > 1 THEN
        (q.prior_df * (q.lap_sd * q.lap_sd + q.pass_sd * q.pass_sd * c.attempts / c.passes)
          + (c.attempts - 1) * c.lap_sd * c.lap_sd) / (q.prior_df + c.attempts - 1) / c.attempts
      WHEN c.passes > 1 THEN q.lap_sd * q.lap_sd
        + (q.prior_df * q.pass_sd * q.pass_sd + (c.passes - 1) * c.pass_sd * c.pass_sd)
          / (q.prior_df + c.passes - 1) / c.passes
      ELSE q.lap_sd * q.lap_sd + max(q.pass_sd * q.pass_sd, coalesce(c.sample_sd * c.sample_sd, 0))
    END AS log_var -- variance of ln(median_us) from occasion to occasion, without what all configurations of the problem share
  FROM counted c
  LEFT JOIN noise q ON q.noise_id = coalesce(
    (SELECT noise_id FROM noise WHERE backend = c.backend AND context_id = c.context_id AND operation = c.operation),
    (SELECT noise_id FROM noise WHERE backend = c.backend AND context_id IS NULL))
);
CREATE VIEW oracle AS
  -- The fastest usable result of each problem and context among the kernels that may be dispatched.
  -- remeasured tells whether it stands on a repeated measurement and so is free of the winner's curse.
SELECT
  w.context_id AS context_id, -- trials of one context may be compared
  w.problem_id AS problem_id, -- row of problem
  r.problem_hash AS problem_hash, -- operation, precision and matrices
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  w.backend AS backend, -- cpu or cuda
  w.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.split AS split, -- train or test
  r.cache AS cache, -- hot or cold
  w.trial_id AS trial_id, -- the winner's newest trial
  r.config_id AS config_id, -- its configuration
  r.variant AS variant, -- its kernel
  r.configuration AS configuration, -- canonical text
  r.median_us AS median_us, -- its median
  r.ci_low_us AS ci_low_us, -- where its median lies on another occasion, 95 %
  r.ci_high_us AS ci_high_us, -- where its median lies on another occasion, 95 %
  r.log_var AS log_var, -- variance of ln of its median from occasion to occasion
  r.prepare_s AS prepare_s, -- its one-off cost, s
  r.floor_ratio AS floor_ratio, -- its median over an empty trial
  r.gflops AS gflops, -- GFLOP/s
  r.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  r.nnz AS nnz, -- entries of A
  r.attempt > 1 AS remeasured, -- 1: stands on a repeated measurement
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;
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
  t.ci_low_us AS ci_low_us, -- where its median lies on another occasion, 95 %
  t.ci_high_us AS ci_high_us, -- where its median lies on another occasion, 95 %
  o.median_us AS oracle_us, -- median of the oracle
  o.configuration AS oracle, -- configuration of the oracle
  t.median_us / o.median_us AS slowdown, -- 1 is the oracle
  t.median_us / o.median_us - 1 AS regret, -- 0 is the oracle, 0.5 is half again as slow
  t.trial_id = o.trial_id
    OR (t.outcome = 'ok' AND coalesce(abs(ln(t.median_us / o.median_us)) <= t.tie_factor * sqrt(2 * (t.log_var + o.log_var)),
                                      abs(t.median_us / o.median_us - 1) < 0.01)) AS tie, -- 1: they would not be told apart on another occasion
  coalesce(t.floor_ratio < 1.25, 0) AS near_floor -- 1: mostly overhead, the order is noise
FROM result t
JOIN oracle o ON o.context_id = t.context_id AND o.problem_id = t.problem_id
  AND o.backend = t.backend AND o.matrix = t.matrix
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
  o.nnz AS nnz, -- entries of A
  o.configuration AS configuration, -- canonical text
  o.median_us AS median_us, -- its median
  o.gflops AS gflops, -- GFLOP/s
  o.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.floor_ratio AS floor_ratio, -- median over an empty trial
  o.candidates AS candidates, -- usable configurations
  (SELECT count(*) FROM usable t
   WHERE t.context_id = o.context_id AND t.problem_id = o.problem_id AND t.backend = o.backend
     AND t.baseline = 0 AND t.median_us IS NOT NULL AND t.trial_id <> o.trial_id
     AND coalesce(abs(ln(t.median_us / o.median_us)) <= t.tie_factor * sqrt(2 * (t.log_var + o.log_var)),
                  abs(t.median_us / o.median_us - 1) < 0.01)) AS ties, -- others that would not be told from it on another occasion: as in regret, which a test holds to it
  o.remeasured AS remeasured, -- 1: stands on a repeated measurement
  o.matrix_group AS matrix_group, -- group of A
  o.split AS split, -- train or test
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id, -- row of problem
  o.trial_id AS trial_id -- the winner's newest trial
FROM oracle o;
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
  coalesce(abs(ln(u.median_us / o.median_us)) <= u.tie_factor * sqrt(2 * (u.log_var + o.log_var)), 0) AS tie, -- 1: they would not be told apart on another occasion
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id -- row of problem
FROM oracle o
JOIN (
  SELECT context_id, problem_id, backend, 'baseline' AS reference_kind, variant, configuration,
         min(median_us) AS median_us, tie_factor, log_var
  FROM usable WHERE baseline = 1 AND median_us IS NOT NULL
  GROUP BY context_id, problem_id, backend, variant
  UNION ALL
  SELECT context_id, problem_id, backend, 'default', variant, configuration,
         median_us, tie_factor, log_var
  FROM result
  WHERE baseline = 0 AND is_default = 1 AND outcome IN ('ok', 'dominated') AND verified = 1 AND current = 1 AND median_us IS NOT NULL
) u ON u.context_id = o.context_id AND u.problem_id = o.problem_id AND u.backend = o.backend;
CREATE INDEX place_by_end ON place (ended);
CREATE VIEW phases AS
  -- Phases of products as columns: results that were measured phase by phase, of their newest attempt.
SELECT
  r.operation AS operation, -- spgemm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.b_kind AS b_kind, -- a, at or other
  r.matrix_group AS matrix_group, -- group of A
  r.variant AS variant, -- kernel
  r.configuration AS configuration, -- canonical text
  r.median_us AS median_us, -- whole product
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'symbolic') AS symbolic_us, -- counting the entries of C
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'allocate') AS allocate_us, -- taking memory for C
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'numeric') AS numeric_us, -- computing C
  r.outcome AS outcome, -- ok or dominated
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id, -- row of problem
  r.trial_id AS trial_id -- row of trial: the newest attempt
FROM result r
WHERE r.verified = 1 AND r.current = 1 AND EXISTS (SELECT 1 FROM phase f WHERE f.trial_id = r.trial_id);
CREATE VIEW features AS
  -- Features of each matrix, a column each, in the newest version of their meaning; NULL where undefined or not computed.
SELECT
  m.matrix_id AS matrix_id, -- row of matrix
  m.name AS matrix, -- name
  m.content_hash AS matrix_hash, -- content
  m.grp AS matrix_group, -- group
  m.split AS split, -- train or test
  max(iif(d.name = 'rows', f.value, NULL)) AS rows, -- rows of A
  max(iif(d.name = 'cols', f.value, NULL)) AS cols, -- columns of A
  max(iif(d.name = 'nnz', f.value, NULL)) AS nnz, -- stored entries of A
  max(iif(d.name = 'value_bytes', f.value, NULL)) AS value_bytes, -- size of one value
  max(iif(d.name = 'offset_bytes', f.value, NULL)) AS offset_bytes, -- size of one row offset
  max(iif(d.name = 'threads', f.value, NULL)) AS threads, -- threads granted to the operation
  max(iif(d.name = 'matrix_bytes', f.value, NULL)) AS matrix_bytes, -- bytes of A as CSR
  max(iif(d.name = 'matrix_per_l2', f.value, NULL)) AS matrix_per_l2, -- bytes of A over the L2 cache of one core
  max(iif(d.name = 'matrix_per_llc', f.value, NULL)) AS matrix_per_llc, -- bytes of A over the last-level cache
  max(iif(d.name = 'x_per_l2', f.value, NULL)) AS x_per_l2, -- bytes of x over the L2 cache of one core
  max(iif(d.name = 'x_cols', f.value, NULL)) AS x_cols, -- columns of the dense operand: 1 for a vector, 0 where there is none
  max(iif(d.name = 'mean_row', f.value, NULL)) AS mean_row, -- entries per row
  max(iif(d.name = 'density', f.value, NULL)) AS density, -- entries over rows x cols
  max(iif(d.name = 'aspect', f.value, NULL)) AS aspect, -- rows over columns
  max(iif(d.name = 'row_sd', f.value, NULL)) AS row_sd, -- standard deviation of the row length
  max(iif(d.name = 'row_cv', f.value, NULL)) AS row_cv, -- row_sd over mean_row
  max(iif(d.name = 'row_max', f.value, NULL)) AS row_max, -- longest row
  max(iif(d.name = 'row_max_per_mean', f.value, NULL)) AS row_max_per_mean, -- longest row over mean_row
  max(iif(d.name = 'row_p50', f.value, NULL)) AS row_p50, -- median row length, sampled
  max(iif(d.name = 'row_p90', f.value, NULL)) AS row_p90, -- 90th percentile of the row length, sampled
  max(iif(d.name = 'row_p99', f.value, NULL)) AS row_p99, -- 99th percentile of the row length, sampled
  max(iif(d.name = 'row_gini', f.value, NULL)) AS row_gini, -- Gini coefficient of the row length, sampled
  max(iif(d.name = 'empty_rows', f.value, NULL)) AS empty_rows, -- rows without entries
  max(iif(d.name = 'rows_of_1', f.value, NULL)) AS rows_of_1, -- rows with one entry
  max(iif(d.name = 'rows_of_1_to_4', f.value, NULL)) AS rows_of_1_to_4, -- rows with one to four entries
  max(iif(d.name = 'row_length_changes', f.value, NULL)) AS row_length_changes, -- rows whose length differs from the row before
  max(iif(d.name = 'ell_fill', f.value, NULL)) AS ell_fill, -- stored over needed entries of ELL
  max(iif(d.name = 'sell8_fill', f.value, NULL)) AS sell8_fill, -- fill of SELL, C=8, unsorted, sampled
  max(iif(d.name = 'sell32_fill', f.value, NULL)) AS sell32_fill, -- fill of SELL, C=32, unsorted, sampled
  max(iif(d.name = 'sell8_fill_sorted', f.value, NULL)) AS sell8_fill_sorted, -- fill of SELL, C=8, all rows sorted
  max(iif(d.name = 'sell32_fill_sorted', f.value, NULL)) AS sell32_fill_sorted, -- fill of SELL, C=32, all rows sorted
  max(iif(d.name = 'hyb_width', f.value, NULL)) AS hyb_width, -- largest K that a third of the rows reach (HYB's rule), sampled
  max(iif(d.name = 'hyb_tail', f.value, NULL)) AS hyb_tail, -- entries beyond hyb_width in their row, sampled
  max(iif(d.name = 'thread_imbalance', f.value, NULL)) AS thread_imbalance, -- entries of the fullest thread over the mean when rows are split evenly
  max(iif(d.name = 'bandwidth', f.value, NULL)) AS bandwidth, -- largest |j-i| met in the sample
  max(iif(d.name = 'bandwidth_per_cols', f.value, NULL)) AS bandwidth_per_cols, -- bandwidth over columns
  max(iif(d.name = 'mean_distance', f.value, NULL)) AS mean_distance, -- mean |j-i|, sampled
  max(iif(d.name = 'row_span', f.value, NULL)) AS row_span, -- mean of last - first + 1 column of a row, sampled
  max(iif(d.name = 'row_span_density', f.value, NULL)) AS row_span_density, -- row length over row span, sampled
  max(iif(d.name = 'span_16bit_rows', f.value, NULL)) AS span_16bit_rows, -- rows whose columns span at most 65536, sampled
  max(iif(d.name = 'diagonals', f.value, NULL)) AS diagonals, -- distinct diagonals in the sample, counted up to 512
  max(iif(d.name = 'dia_fill', f.value, NULL)) AS dia_fill, -- stored over needed entries of DIA with `diagonals`
  max(iif(d.name = 'dia_block_fill', f.value, NULL)) AS dia_block_fill, -- the same where every 24 rows list their own diagonals, sampled
  max(iif(d.name = 'bsr2_fill', f.value, NULL)) AS bsr2_fill, -- stored over needed entries of 2x2 blocks, sampled
  max(iif(d.name = 'bsr3_fill', f.value, NULL)) AS bsr3_fill, -- stored over needed entries of 3x3 blocks, sampled
  max(iif(d.name = 'bsr4_fill', f.value, NULL)) AS bsr4_fill, -- stored over needed entries of 4x4 blocks, sampled
  max(iif(d.name = 'bsr8_fill', f.value, NULL)) AS bsr8_fill, -- stored over needed entries of 8x8 blocks, sampled
  max(iif(d.name = 'contiguous_run', f.value, NULL)) AS contiguous_run, -- mean length of runs of neighbouring columns, sampled
  max(iif(d.name = 'x_groups4_per_nnz', f.value, NULL)) AS x_groups4_per_nnz, -- aligned groups of 4 columns (a 32-byte sector of doubles) that a row touches, per entry
  max(iif(d.name = 'x_groups8_per_nnz', f.value, NULL)) AS x_groups8_per_nnz, -- groups of 8 columns (a 64-byte line of doubles, a sector of floats), per entry
  max(iif(d.name = 'x_groups16_per_nnz', f.value, NULL)) AS x_groups16_per_nnz, -- groups of 16 columns (a line of floats), per entry
  max(iif(d.name = 'x_block_groups8_per_nnz', f.value, NULL)) AS x_block_groups8_per_nnz, -- groups of 8 columns that 24 rows touch, per entry
  max(iif(d.name = 'x_group8_reuse', f.value, NULL)) AS x_group8_reuse, -- groups of 8 touched row by row over those of 24 rows
  max(iif(d.name = 'products', f.value, NULL)) AS products, -- multiplications in A*B
  max(iif(d.name = 'products_per_row', f.value, NULL)) AS products_per_row, -- products over rows of A
  max(iif(d.name = 'products_per_nnz', f.value, NULL)) AS products_per_nnz, -- products over entries of A
  max(iif(d.name = 'products_cv', f.value, NULL)) AS products_cv, -- deviation over mean of the products of a row, sampled
  max(iif(d.name = 'products_p50', f.value, NULL)) AS products_p50, -- median products of a row, sampled
  max(iif(d.name = 'products_p90', f.value, NULL)) AS products_p90, -- 90th percentile, sampled
  max(iif(d.name = 'products_p99', f.value, NULL)) AS products_p99, -- 99th percentile, sampled
  max(iif(d.name = 'products_max', f.value, NULL)) AS products_max, -- largest in the sample
  max(iif(d.name = 'products_to_16', f.value, NULL)) AS products_to_16, -- products in rows of at most 16 of them, sampled
  max(iif(d.name = 'products_to_32', f.value, NULL)) AS products_to_32, -- products in rows of at most 32 of them, sampled
  max(iif(d.name = 'products_to_64', f.value, NULL)) AS products_to_64, -- products in rows of at most 64 of them, sampled
  max(iif(d.name = 'products_to_512', f.value, NULL)) AS products_to_512, -- products in rows of at most 512 of them, sampled
  max(iif(d.name = 'a_rows_repeated', f.value, NULL)) AS a_rows_repeated, -- rows of A with the columns of the row before, sampled
  max(iif(d.name = 'b_cols', f.value, NULL)) AS b_cols, -- columns of B
  max(iif(d.name = 'b_nnz', f.value, NULL)) AS b_nnz, -- stored entries of B
  max(iif(d.name = 'b_per_l2', f.value, NULL)) AS b_per_l2, -- bytes of B over the L2 cache of one core
  max(iif(d.name = 'b_row_weighted', f.value, NULL)) AS b_row_weighted, -- length of B's rows weighted by use, sum b^2 / sum b
  max(iif(d.name = 'b_words_per_product', f.value, NULL)) AS b_words_per_product, -- aligned groups of 64 columns that B's rows touch, per product, sampled
  max(iif(d.name = 'b_dense_products', f.value, NULL)) AS b_dense_products, -- products with rows of B that fill a quarter of their span, sampled
  max(iif(d.name = 'b_dense_columns', f.value, NULL)) AS b_dense_columns, -- columns spanned per entry of those rows, by use, sampled
  max(iif(d.name = 'b_short_products', f.value, NULL)) AS b_short_products, -- products with rows of B of at most 24 entries, sampled
  max(iif(d.name = 'compression', f.value, NULL)) AS compression, -- products over entries of C, on up to 192 sampled rows
  max(iif(d.name = 'c_nnz_per_row', f.value, NULL)) AS c_nnz_per_row, -- entries of C per row, from compression
  max(iif(d.name = 'c_span_density', f.value, NULL)) AS c_span_density, -- entries over column span of C's rows, sampled
  max(iif(d.name = 'c_column_returns', f.value, NULL)) AS c_column_returns, -- products whose column is that of one of the four before, sampled
  max(iif(d.name = 'c_close_products', f.value, NULL)) AS c_close_products, -- products of rows of C that span less than 16 words of 64 columns and a word per four products, sampled
  max(iif(d.name = 'c_close_words_per_product', f.value, NULL)) AS c_close_words_per_product -- words that a bitmap of those rows is searched for, per product of all rows, sampled
FROM matrix m
JOIN matrix_feature f ON f.matrix_id = m.matrix_id
JOIN feature_def d ON d.feature_id = f.feature_id
WHERE d.version = (SELECT max(version) FROM feature_def n WHERE n.name = d.name)
GROUP BY m.matrix_id;
CREATE VIEW axis AS
  -- Axes of each configuration, one row each. Columns per variant: `sptune query --axes VARIANT`.
SELECT
  c.config_id AS config_id, -- row of config
  v.operation AS operation, -- what it computes
  v.backend AS backend, -- cpu or cuda
  v.name AS variant, -- kernel
  c.text AS configuration, -- canonical text
  a.key AS axis, -- its name
  a.value AS value -- its value
FROM config c JOIN variant v ON v.variant_id = c.variant_id, json_each(c.params) a;
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions).
SELECT
  m.uuid AS model, -- as in its file
  m.created_at AS created_at, -- UTC
  p.fold AS fold, -- fold of the cross-validation that left the problem out
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.configuration AS configuration, -- what the model puts first
  p.us AS predicted_us, -- time that it predicted
  p.low_us AS low_us, -- lower end of its interval
  p.high_us AS high_us, -- upper end of its interval
  r.median_us AS median_us, -- time that was measured
  r.oracle AS oracle, -- fastest configuration
  r.oracle_us AS oracle_us, -- its time
  r.slowdown AS slowdown, -- 1 is the oracle
  r.tie AS tie, -- 1: not told from the oracle
  r.median_us BETWEEN p.low_us AND p.high_us AS held, -- 1: the interval holds the measured time
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id -- row of problem
FROM prediction p
JOIN model m ON m.model_id = p.model_id
JOIN regret r ON r.problem_id = p.problem_id AND r.config_id = p.config_id
WHERE p.position = 1;
CREATE VIEW drifting AS
  -- The reference kernel in the course of each run: how fast the machine itself was. Disturbed timings are left out.
SELECT
  r.uuid AS run_uuid, -- sweep
  d.device AS device, -- as in place
  d.started_at AS started_at, -- UTC
  d.trials AS trials, -- of the run that had ended by then
  d.configuration AS configuration, -- the reference
  d.median_us AS median_us, -- its median
  d.median_us / first_value(d.median_us) OVER (PARTITION BY d.run_id, d.device, d.configuration ORDER BY d.started_at)
    AS over_first -- over the first of the run: 1.02 is a machine that became 2 % slower
FROM drift d JOIN run r ON r.run_id = d.run_id
WHERE d.disturbed = '';
CREATE VIEW context_label AS
  -- Contexts in words, as far as those of the file differ: empty where there is one.
SELECT
  k.context_id AS context_id, -- trials of one context may be compared
  trim(
    iif((SELECT count(DISTINCT name || arch || cores) FROM hardware) > 1,
        format('%s, %d cores; ', h.name, h.cores), '')
    || iif((SELECT count(DISTINCT compiler || flags) FROM environment) > 1, format('%s %s; ', e.compiler, e.flags), '')
    || iif((SELECT count(DISTINCT os || libc) FROM environment) > 1, format('%s, %s; ', e.os, e.libc), '')
    || iif((SELECT count(DISTINCT library_version) FROM environment) > 1, format('sptune %s; ', e.library_version), '')
    || iif((SELECT count(DISTINCT isa) FROM environment) > 1, format('%s; ', e.isa), '')
    || iif((SELECT count(DISTINCT driver || cuda_runtime || cusparse) FROM environment) > 1,
           format('driver %s, CUDA %s, cuSPARSE %s; ', e.driver, e.cuda_runtime, e.cusparse), '')
    || iif((SELECT count(DISTINCT threads) FROM policy) > 1, format('threads=%d; ', w.threads), '')
    || iif((SELECT count(DISTINCT cache) FROM policy) > 1, format('%s; ', w.cache), '')
    || iif((SELECT count(DISTINCT params) FROM policy) > 1,
           (SELECT coalesce(group_concat(j.key || '=' || j.value, ' '), '') || '; ' FROM json_each(w.params) j
            WHERE EXISTS (SELECT 1 FROM policy o WHERE o.params ->> j.key IS NOT j.value)), ''),
    '; ') AS label -- hardware, software and protocol
FROM context k
JOIN hardware h ON h.hw_id = k.hw_id
JOIN environment e ON e.env_id = k.env_id
JOIN policy w ON w.policy_id = k.policy_id;
CREATE VIEW communication AS
  -- What crossed between ranks, and how even they were: one row per result of an operation on several ranks.
SELECT
  r.trial_id AS trial_id, -- row of trial
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id, -- row of problem
  operation, -- distributed_spgemm
  value_type, -- f32 or f64
  matrix, -- name of A
  b_kind, -- a, at or other
  parameters, -- of the operation: ranks=4
  variant, -- scheme: how rows of B come
  configuration, -- canonical text
  outcome, -- how it ended
  median_us, -- until the slowest rank is done
  count(*) AS ranks, -- processes
  sum(s.products) AS products, -- multiplications of all ranks
  max(s.products) * count(*) * 1.0 / nullif(sum(s.products), 0) AS imbalance, -- most products of a rank over the mean
  sum(s.bytes_received) AS bytes_received, -- of all ranks
  max(s.bytes_received) AS bytes_received_most, -- of one rank
  sum(s.bytes_received_least) AS bytes_received_least, -- of all ranks: what no scheme that splits A by rows goes below
  sum(s.messages_sent) AS messages, -- of all ranks
  max(s.lists_s) AS lists_s, -- of the slowest rank, one run, s
  max(s.exchange_s) AS exchange_s, -- of the slowest rank, one run, s
  max(s.plan_s) AS plan_s, -- of the slowest rank, one run, s
  max(s.multiply_s) AS multiply_s, -- of the slowest rank, one run, s
  max(s.merge_s) AS merge_s -- of the slowest rank, one run, s
FROM result r JOIN rank_share s ON s.trial_id = r.trial_id
GROUP BY r.trial_id;
CREATE INDEX matrix_by_name ON matrix (name);
CREATE INDEX problem_by_a ON problem (a_id);
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
  t.reaped = 0 AND (
    NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
        AND o.attempt <> t.attempt)
    OR NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
        AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
        AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
          > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt))) AS newest, -- 1: the attempt that counts for its key: the latest that was verified or found wrong, else the latest
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
CREATE VIEW winner AS
  -- The row of `oracle`, found without the words for its keys. CROSS JOIN is SQLite's way to say in which order:
  -- matrices, their problems, their trials. Grouped by `matrix`, too, so that a question about one matrix is that.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  v.backend AS backend, -- cpu or cuda
  m.name AS matrix, -- name of A
  t.trial_id AS trial_id, -- newest trial of the fastest usable result that may be dispatched
  min(coalesce(g.median_us, t.median_us)) AS median_us, -- its median
  count(*) AS candidates -- usable results it was chosen from
FROM matrix m
JOIN problem p ON p.a_id = m.matrix_id
CROSS JOIN trial t ON t.problem_id = p.problem_id
CROSS JOIN config c ON c.config_id = t.config_id
CROSS JOIN variant v ON v.variant_id = c.variant_id
CROSS JOIN verification x ON x.trial_id = t.trial_id
LEFT JOIN repeated g ON g.result_id = t.trial_id
WHERE t.outcome = 'ok' AND x.ok = 1 AND t.median_us IS NOT NULL AND v.baseline = 0
  AND v.variant_id IN (SELECT variant_id FROM current_variant)
  AND t.reaped = 0 AND (
    NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
        AND o.attempt <> t.attempt)
    OR NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
        AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
        AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
          > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt)))
GROUP BY t.context_id, t.problem_id, v.backend, m.name;
CREATE VIEW refusals AS
  -- Configurations that did not fit, with the kind of reason and the numbers in it.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  CASE
    WHEN reason LIKE 'cannot be verified%' THEN 'unverifiable'
    WHEN reason LIKE '%memory limit%' OR reason LIKE '% bytes%the limit is %' THEN 'memory'
    WHEN reason LIKE '%the same as %' OR reason LIKE '%already' OR reason LIKE '%is not below the %' OR reason LIKE '%holds all %'
      OR reason LIKE 'no row %' OR reason LIKE '%changes nothing%' OR reason LIKE '%are one tile%' THEN 'redundant'
    WHEN reason LIKE '%bytes%CSR%' THEN 'padding'
    WHEN reason LIKE '%32-bit%' OR reason LIKE '%32 bits%' OR reason LIKE '%2^31%' OR reason LIKE '%too many%' THEN 'index'
    WHEN reason LIKE 'no cuSPARSE%' THEN 'library'
    WHEN reason LIKE '%empty%' OR reason LIKE '%without rows%' THEN 'empty'
    ELSE 'shape'
  END AS kind, -- memory: more than there is; padding: more than CSR by far; index: more than its integers count; redundant: another point does the same here; unverifiable: no result could be judged; library: not installed; empty: nothing to compute; shape: rows, columns or lengths that the kernel does not take
  CAST(nullif(substr(before_bytes, length(rtrim(before_bytes, '0123456789')) + 1), '') AS INTEGER) AS bytes, -- that the format would take; NULL where the reason has none
  CASE
    WHEN reason LIKE '%CSR takes %' THEN CAST(substr(reason, instr(reason, 'CSR takes ') + 10) AS INTEGER)
    WHEN reason LIKE '% of CSR' THEN CAST(nullif(substr(before_csr, length(rtrim(before_csr, '0123456789')) + 1), '') AS INTEGER)
  END AS csr_bytes, -- that CSR takes; NULL where the reason does not say
  numbers ->> 0 AS number_1, -- first number of the reason, whatever it counts
  numbers ->> 1 AS number_2, -- second number
  numbers ->> 2 AS number_3, -- third number
  reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM (
  SELECT operation, value_type, backend, matrix, parameters, variant, configuration, run_uuid, trial_id, message AS reason,
    iif(message LIKE '% bytes%', substr(message, 1, instr(message, ' bytes') - 1), '') AS before_bytes,
    iif(message LIKE '% of CSR', substr(message, 1, length(message) - 7), '') AS before_csr,
    (WITH RECURSIVE letter (rest, word) AS (
       VALUES (message || ' ', '')
       UNION ALL
       SELECT substr(rest, 2), iif(substr(rest, 1, 1) GLOB '[0-9]', iif(word GLOB '*[^0-9]', '', word) || substr(rest, 1, 1),
                                   iif(word GLOB '*[0-9]', word || '.', ''))
       FROM letter WHERE rest <> '')
     SELECT json_group_array(CAST(word AS INTEGER)) FROM letter WHERE word GLOB '*[0-9].') AS numbers
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1
);
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one says nothing of the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  outcome, -- kind of failure
  reaped, -- 1: ended from outside, disturbed, or the problem could not be loaded: says nothing of the kernel
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
  format('sptune run ''%s'' ''%s'' --operation %s --type %s --backend %s --cache %s --threads %d',
    replace(iif(matrix_source LIKE 'file:%' OR matrix_source LIKE 'generate:%',
                substr(matrix_source, instr(matrix_source, ':') + 1), matrix_source), '''', '''\'''''),
    replace(configuration, '''', '''\'''''), operation, value_type, backend, cache, threads)
    || CASE b_kind WHEN 'x' THEN ''
         WHEN 'other' THEN format(' --b ''%s''', (SELECT replace(b.source, '''', '''\''''') FROM problem q
           JOIN matrix b ON b.matrix_id = q.b_id WHERE q.problem_id = trial_flat.problem_id))
         ELSE ' --b-kind ' || b_kind END
    || iif(parameters = '', '', format(' --parameters ''%s''', replace(parameters, '''', '''\''''')))
    || coalesce((SELECT iif(r.limits ->> '$.memory_limit' > 0,
                            format(' --memory %.12g', (r.limits ->> '$.memory_limit') / 1048576.0), '')
                     || iif(r.limits ->> '$.prepare_limit_s' <> 60,
                            format(' --stage-limit %.12gs', r.limits ->> '$.prepare_limit_s'), '')
                 FROM run r WHERE r.uuid = run_uuid), '')
    || (SELECT coalesce(' --launch ' || (w.params ->> '$.launch'), '') || coalesce(' --repeat ' || (w.params ->> '$.repeat'), '')
        FROM policy w WHERE w.policy_hash = trial_flat.policy_hash)
    || iif(EXISTS (SELECT 1 FROM problem q JOIN matrix m ON m.matrix_id IN (q.a_id, q.b_id)
                   WHERE q.problem_id = trial_flat.problem_id AND m.read_report ->> '$.dropped_out_of_range' > 0),
           ' --drop-out-of-range', '')
    AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
