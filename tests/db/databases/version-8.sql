PRAGMA application_id = 1936749678;
PRAGMA user_version = 8;
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
INSERT INTO "config" VALUES(2,'20db34cef9465411bd09f06a360c7227',1,'csr{schedule=nnz,width=0,prefetch=false,threads=4}','{"schedule":"nnz","width":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(3,'1a9d13567afefe91094afdc1f0c13b43',1,'csr{schedule=nnz,width=0,prefetch=false,threads=16}','{"schedule":"nnz","width":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(4,'549a3e75ed35f78d3dd8576fd25eba5b',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(5,'52e69d6e812aef0202d0a14e4fc85a6b',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(6,'453eb9ed5b456394d290a6340f4c03e5',3,'ell{c=8,threads=4}','{"c":8,"threads":4}',0);
INSERT INTO "config" VALUES(7,'8d6177fa977df8095303e3f0ad8ebde0',3,'ell{c=8,threads=16}','{"c":8,"threads":16}',0);
INSERT INTO "config" VALUES(8,'ac4a29771be0ff41a904259c8c7b1af7',6,'coo{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(9,'4100024872f633cc58e8f7b11fd3a2c2',6,'coo{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(10,'0982229d781428c6fd0142bda001a499',7,'hyb{k=rule,threads=4}','{"k":"rule","threads":4}',0);
INSERT INTO "config" VALUES(11,'97fd0933ca8c07f93e6b46e324c82567',7,'hyb{k=rule,threads=16}','{"k":"rule","threads":16}',0);
INSERT INTO "config" VALUES(12,'4594744701c959f6d54e3b2fe3d07eb3',1,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":"nnz","width":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(13,'6e2fe7d62208e2d67e9bd6141b34d53a',6,'coo{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(14,'4fddc3597012c5e40f2add5d998b676c',7,'hyb{k=rule,threads=0}','{"k":"rule","threads":0}',1);
INSERT INTO "config" VALUES(15,'a9f2f6e0943de84129795ce2bf159baa',7,'hyb{k=p50,threads=0}','{"k":"p50","threads":0}',0);
INSERT INTO "config" VALUES(16,'936fbd2e4bb0c7e7d1b22feca6d6560b',7,'hyb{k=rule,threads=1}','{"k":"rule","threads":1}',0);
INSERT INTO "config" VALUES(17,'c42933c6486b9392b8bce2ca99e12d96',6,'coo{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(18,'128a8506733c10a042cfca7eab9b00e4',7,'hyb{k=p67,threads=0}','{"k":"p67","threads":0}',0);
INSERT INTO "config" VALUES(19,'6080b5463ae814d3e2d6497ff43702ea',7,'hyb{k=p80,threads=0}','{"k":"p80","threads":0}',0);
INSERT INTO "config" VALUES(20,'34add36df5df2936d5452e4fc6686fe6',1,'csr{schedule=rows,width=0,prefetch=false,threads=0}','{"schedule":"rows","width":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(21,'a8b151795673f5ba376bc43aa1a2edd9',1,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":"nnz","width":8,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(22,'6aeb96b48d74a7697f18475e088c41f1',1,'csr{schedule=nnz,width=0,prefetch=false,threads=1}','{"schedule":"nnz","width":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(23,'9e7941c5313d07245a1aaf76df72c9c8',7,'hyb{k=p90,threads=0}','{"k":"p90","threads":0}',0);
INSERT INTO "config" VALUES(24,'5d2462055e351bd1fdf895942fe8b6e2',7,'hyb{k=p95,threads=0}','{"k":"p95","threads":0}',0);
INSERT INTO "config" VALUES(25,'73f0f7881bed681a42fc62c747704dc1',1,'csr{schedule=merge,width=0,prefetch=false,threads=0}','{"schedule":"merge","width":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(26,'ed7b3ba5a7e4ade92985a74b76024a6d',1,'csr{schedule=nnz,width=4,prefetch=false,threads=0}','{"schedule":"nnz","width":4,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(27,'ec46769b208f56f7817a1ad1e510846d',1,'csr{schedule=nnz,width=1,prefetch=false,threads=0}','{"schedule":"nnz","width":1,"prefetch":false,"threads":0}',0);
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
INSERT INTO "drift" VALUES(1,'','2026-11-29T20:15:23.684Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',1.74176293945312500002e+03,'0.56 of its threads waited for a core on average');
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
INSERT INTO "failure" VALUES(2,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(3,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4,'fit','the longest row has 55 entries, a mean of 9: 6610560 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(5,'fit','the longest row has 55 entries, a mean of 9: 6600000 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(6,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(7,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(8,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(9,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(10,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(11,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(28,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(29,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(30,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(31,'fit','the longest row has 55 entries, a mean of 9: 4407040 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(32,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(33,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(34,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(35,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(36,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(57,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(58,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(59,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(60,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(61,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(62,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(63,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(64,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(65,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(66,'fit','an ELL part of width 256 and 3328 coordinates: 3220480 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(67,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(68,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(84,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(85,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(86,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(87,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(88,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(89,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(90,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(91,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(92,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(93,'fit','an ELL part of width 256 and 3328 coordinates: 2151424 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(94,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(95,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'72baf4ba40bddfa3a464b36352678703','Intel(R) Xeon(R) Processor','cpu','x86-64 GenuineIntel 6/207 avx512',2,2097152,314572800,25276510208,'{}');
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
INSERT INTO "load" VALUES(12,1.07279765999919618479e-01,5.94671440645403337477e-01,1.13721351704002972835e+03,0.0,1.02823676927187390717e+00,9.88285153418547834824e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(13,1.10933769999974174425e-01,5.72939610720382686004e-01,1.12679844920107825596e+03,0.0,1.17109514983607199134e+00,9.82856708106968346427e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14,1.08245041999907698482e-01,6.002491827779208311e-01,1108.59580986723,0.0,9.61466669301016652049e-01,9.86502458007753824098e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(16,1.28371200000856333645e-02,0.0,0.0,NULL,NULL,5.00034275601379474274e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(18,0.00914176299988867,6.52632320501818408153e-01,1.4220451788302011664e+03,NULL,NULL,9.8197689002310151185e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(19,1.12504609999177773715e-02,5.92584517185597792199e-01,9.77737712266225571493e+02,NULL,NULL,9.87248433642466505233e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21,1.14749970000502798939e-02,5.69841543318331700263e-01,1.22004389194512691577e+03,NULL,NULL,9.79608099243220564744e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(23,1.12753500000053463736e-02,5.25557876252976341469e-01,1.24164660077011899377e+03,NULL,NULL,9.75313404902696468035e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(24,1.13785849998748744837e-02,5.28903901511139751256e-01,1.23038145781342336706e+03,NULL,NULL,9.73846923858456836597e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(39,1.10295118999829355743e-01,0.617835917103368,8.79458682121282890858e+02,0.0,9.19079655738499368133e-01,9.70659454116142184076e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(40,1.09317968999903314397e-01,5.97472113666577375745e-01,1.07941998080941630182e+03,0.0,1.13167122598215752482e+00,9.70352824613136877296e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(41,1.07852180000008956994e-01,5.80989452414390927792e-01,1.10336202754538771836e+03,0.0,1.04707202024095114012e+00,9.80777579089966433656e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(43,5.10658910000074683921e-02,6.91823824242880722895e-03,7.83301715033115755195e+01,NULL,NULL,5.03545507508912693062e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(45,1.28338760000588081311e-02,6.05552211965941444837e-01,1.09086296298451452461e+03,NULL,NULL,9.70400524361530347761e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(48,1.3226755999994566082e-02,5.55698842576050844321e-01,1.05846059305892936208e+03,NULL,NULL,9.66223312808213496971e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(49,1.28269299998464703094e-02,5.57624544590281434608e-01,1.01349270637288896073e+03,NULL,NULL,9.7115989563175031396e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(50,1.37492129999827739084e-02,5.97140287222674315259e-01,945.508662933383,NULL,NULL,9.74964894358033462573e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(51,1.28691610000259970547e-02,5.5395406120986834253e-01,1.08787200657227913326e+03,NULL,NULL,9.6921625271257072498e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(55,4.65629900008934782817e-03,1.95279555711809597873e-02,1718.10272489943,NULL,NULL,5.09846983620698468442e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(69,1.06458478000149625586e-01,5.64591924754443752476e-01,1.13659336741438232818e+03,0.0,1.07215509881551884774e+00,0.991804523073007,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(70,1.06455068000059327459e-01,6.02284731062137201895e-01,1.08966160258274749139e+03,0.0,1.08168640688798478599e+00,9.85091663272921413962e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(71,1.08593122999991464894e-01,5.83087522035015681787e-01,1.02216417516612648338e+03,0.0,1.03248711246667768115e+00,9.81664372983127475613e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(73,4.93281200010642351116e-03,0.0,2.02724125707289346107e+02,NULL,NULL,5.00120418124788690406e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(80,1.15277360000618500635e-02,6.13378550620902518453e-01,1.12771493031504633109e+03,NULL,NULL,9.88138520863259151028e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(81,1.16759280001588194863e-02,6.0159997559542155443e-01,1.1134018640593851614e+03,NULL,NULL,9.8715922193479588298e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(82,1.18737120001242146827e-02,5.77724219679300210472e-01,1094.85559358893,NULL,NULL,9.88486161692013753921e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(83,1.18373339998925075633e-02,0.552564369635561,1.18269873943973630051e+03,NULL,NULL,9.80879647403856691489e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(96,1.06677894999847922008e-01,7.19892391958318667022e-01,1.07801152244486956992e+03,0.0,1.12905302452932598811e+00,9.93036092436919370918e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(97,4.67667689999871072359e-02,8.42958511851772174239e-01,3.20740566875683327905e+02,NULL,NULL,9.87431909184589118311e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(98,1.1273610100010955648e-01,7.7630575497901455062e-01,771.713756535854,0.0,1.29908697126094119234e+00,9.94561626713415414258e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(100,1.41659239998261909931e-02,9.07840533391955466224e-03,2.11775807920246393221e+02,NULL,NULL,6.1831476719499922634e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(101,2.34606599997277953661e-03,2.63232151187308589801e-02,8.52490935900015301719e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(103,1.5386602000035054516e-02,5.61083727256942887962e-01,6.49916076335581919913e+02,NULL,NULL,9.94891529654803874471e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(105,1.23012890001064079115e-02,0.560374282737717,1.1380921137515667851e+03,NULL,NULL,9.79165679290966428638e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(110,9.57332899997709318995e-03,6.77823461437451313393e-01,1.56685307692192463948e+03,NULL,NULL,9.89102119021498804585e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(182,7.94152299999950628262e-03,0.0,1.25920431131416748376e+02,NULL,NULL,9.99934143609516601358e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(185,7.66093710001314320834e-02,6.17176415662707644749e-01,6.00448736224724825653e+02,NULL,NULL,9.23189931946017727781e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(189,0.00342717199987419,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(192,2.33393400003478745929e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "pass" VALUES(55,1,12,9.15685005187988281232e+01);
INSERT INTO "pass" VALUES(55,2,12,86.5165023803711);
INSERT INTO "pass" VALUES(55,3,12,1.05682502746582031251e+02);
INSERT INTO "pass" VALUES(182,1,12,9.567150115966796875e+01);
INSERT INTO "pass" VALUES(182,2,12,9.39969978332519531284e+01);
INSERT INTO "pass" VALUES(182,3,12,9.60139999389648437534e+01);
INSERT INTO "pass" VALUES(185,1,12,1.25681999206542968747e+02);
INSERT INTO "pass" VALUES(185,2,12,98.5989990234375);
INSERT INTO "pass" VALUES(185,3,12,1.04176002502441406244e+02);
INSERT INTO "pass" VALUES(189,1,12,1.95693330764770507812e+01);
INSERT INTO "pass" VALUES(189,2,12,1.9110500335693359375e+01);
INSERT INTO "pass" VALUES(189,3,12,1.96283330917358398437e+01);
INSERT INTO "pass" VALUES(192,1,12,20.0223331451416);
INSERT INTO "pass" VALUES(192,2,12,1.99635000228881835937e+01);
INSERT INTO "pass" VALUES(192,3,12,2.06886663436889648446e+01);
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
INSERT INTO "place" VALUES(18,'',0,18);
INSERT INTO "place" VALUES(19,'',0,19);
INSERT INTO "place" VALUES(21,'',0,21);
INSERT INTO "place" VALUES(23,'',0,23);
INSERT INTO "place" VALUES(24,'',0,24);
INSERT INTO "place" VALUES(28,'',27,28);
INSERT INTO "place" VALUES(29,'',27,29);
INSERT INTO "place" VALUES(30,'',27,30);
INSERT INTO "place" VALUES(31,'',27,31);
INSERT INTO "place" VALUES(32,'',27,32);
INSERT INTO "place" VALUES(33,'',27,33);
INSERT INTO "place" VALUES(34,'',27,34);
INSERT INTO "place" VALUES(35,'',27,35);
INSERT INTO "place" VALUES(36,'',27,36);
INSERT INTO "place" VALUES(37,'',27,37);
INSERT INTO "place" VALUES(38,'',27,38);
INSERT INTO "place" VALUES(39,'',27,39);
INSERT INTO "place" VALUES(40,'',27,40);
INSERT INTO "place" VALUES(41,'',27,41);
INSERT INTO "place" VALUES(43,'',27,43);
INSERT INTO "place" VALUES(45,'',27,45);
INSERT INTO "place" VALUES(48,'',27,48);
INSERT INTO "place" VALUES(49,'',27,49);
INSERT INTO "place" VALUES(50,'',27,50);
INSERT INTO "place" VALUES(51,'',27,51);
INSERT INTO "place" VALUES(55,'',27,55);
INSERT INTO "place" VALUES(57,'',56,57);
INSERT INTO "place" VALUES(58,'',56,58);
INSERT INTO "place" VALUES(59,'',56,59);
INSERT INTO "place" VALUES(60,'',56,60);
INSERT INTO "place" VALUES(61,'',56,61);
INSERT INTO "place" VALUES(62,'',56,62);
INSERT INTO "place" VALUES(63,'',56,63);
INSERT INTO "place" VALUES(64,'',56,64);
INSERT INTO "place" VALUES(65,'',56,65);
INSERT INTO "place" VALUES(66,'',56,66);
INSERT INTO "place" VALUES(67,'',56,67);
INSERT INTO "place" VALUES(68,'',56,68);
INSERT INTO "place" VALUES(69,'',56,69);
INSERT INTO "place" VALUES(70,'',56,70);
INSERT INTO "place" VALUES(71,'',56,71);
INSERT INTO "place" VALUES(73,'',56,73);
INSERT INTO "place" VALUES(80,'',56,80);
INSERT INTO "place" VALUES(81,'',56,81);
INSERT INTO "place" VALUES(82,'',56,82);
INSERT INTO "place" VALUES(83,'',56,83);
INSERT INTO "place" VALUES(84,'',83,84);
INSERT INTO "place" VALUES(85,'',83,85);
INSERT INTO "place" VALUES(86,'',83,86);
INSERT INTO "place" VALUES(87,'',83,87);
INSERT INTO "place" VALUES(88,'',83,88);
INSERT INTO "place" VALUES(89,'',83,89);
INSERT INTO "place" VALUES(90,'',83,90);
INSERT INTO "place" VALUES(91,'',83,91);
INSERT INTO "place" VALUES(92,'',83,92);
INSERT INTO "place" VALUES(93,'',83,93);
INSERT INTO "place" VALUES(94,'',83,94);
INSERT INTO "place" VALUES(95,'',83,95);
INSERT INTO "place" VALUES(96,'',83,96);
INSERT INTO "place" VALUES(97,'',83,97);
INSERT INTO "place" VALUES(98,'',83,98);
INSERT INTO "place" VALUES(100,'',83,100);
INSERT INTO "place" VALUES(101,'',83,101);
INSERT INTO "place" VALUES(103,'',83,103);
INSERT INTO "place" VALUES(105,'',83,105);
INSERT INTO "place" VALUES(110,'',83,110);
INSERT INTO "place" VALUES(182,'',0,182);
INSERT INTO "place" VALUES(185,'',27,185);
INSERT INTO "place" VALUES(189,'',56,189);
INSERT INTO "place" VALUES(192,'',83,192);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'a20167ea4f251c9bb35ab06222ce9f81','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.1}');
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
INSERT INTO "repeated" VALUES(182,1,1,16,1,36,3,1.13675288880465338858e-02,75.7030029296875,8.777774810791015625e+01,9.56899986267089843784e+01,1.03875501632690429691e+02,9.66275829739040830173e+01,1.22724191225389649422e+01,NULL,3.22035003662109374999e+02,3.91971999988527386449e-04,2.87977655256996831678e+03,5.10248776663502212613e-02);
INSERT INTO "repeated" VALUES(185,1,2,16,2,72,6,1.15816316307513197947e-01,7.766300201416015625e+01,8.90133743286132812517e+01,9.83677501678466796857e+01,1.122506256103515625e+02,1.04439222335815429687e+02,2.40585787953930534403e+01,7.40975003319098296516e-02,3.22035003662109374999e+02,3.48117999919850262813e-04,2.49551117845439057426e+03,2.5815333999332779058e-02);
INSERT INTO "repeated" VALUES(189,1,3,22,1,36,3,1.46446569018614091567e-02,1.9042667388916015625e+01,1.94843335151672363281e+01,1.95563335418701171875e+01,2.00560841560363769522e+01,1.99106667306688080998e+01,1.2459794143707694225e+00,NULL,1.62069000244140624996e+02,3.45999978890176862478e-07,2.88062043927158219951e+03,4.0498605000114672181e-02);
INSERT INTO "repeated" VALUES(192,1,4,22,1,36,3,1.98053469020604624994e-02,19.9516658782959,1.99650006294250488281e+01,2.00618333816528320316e+01,2.06859993934631347656e+01,2.05451851420932349876e+01,1.16908784133590959442e+00,NULL,1.62069000244140624996e+02,3.72999920728034339845e-07,2.9127732132577252742e+03,3.49667540001519228098e-02);
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
INSERT INTO "run" VALUES(1,'01a228f2-afdc-7bb7-8069-241d39f03e3d',1,'quick','{}','interrupted','c483a2ae60b33fafc9b1a9ad41e838211d9c6a1f',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-29T20:15:23.102Z','2026-11-29T20:15:29.399Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(18,'total',3,X'2701E6430681F543C375F143');
INSERT INTO "samples" VALUES(19,'total',3,X'027BF643D7F3F1431BBFEC43');
INSERT INTO "samples" VALUES(21,'total',3,X'6A4CFB430476EC437F9AE243');
INSERT INTO "samples" VALUES(23,'total',3,X'6200F3438FC2FF4306410244');
INSERT INTO "samples" VALUES(24,'total',3,X'755B0D4489590444CDAC0344');
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
INSERT INTO "trial" VALUES(1,X'01A228F2B2267C5AA33AD32C293BBAA2',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A228F2B227774499DFBC9E8E584026',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A228F2B2277E93A90E47ED61A087C6',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A228F2B2277E568F9F7463A9F20D4E',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A228F2B227743EB5F1C9A4A8FDE54D',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A228F2B2277DC1B3265CA7455684E4',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A228F2B2277895A7FDC64B27523AB3',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A228F2B2277AD9BE5C8C3CD5F204F2',1,1,1,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(9,X'01A228F2B2277408A7598E28FFFA1500',1,1,1,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(10,X'01A228F2B2277206B9EAD211F129C6C3',1,1,1,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(11,X'01A228F2B22772BB84F23CC3721AA1E8',1,1,1,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:23.686Z',0.0);
INSERT INTO "trial" VALUES(12,X'01A228F2B2277763BF04B3AE31B12A28',1,1,1,12,1,'ok',0,'budget',35,1,4.7378900146484375002e+02,4.8591448974609374998e+02,4.9945401000976562501e+02,5.2272250366210937498e+02,5.11136029924665194826e+02,38.1151402370944,4.9206799316406250001e+02,5.1285198974609375001e+02,3.22035003662109374999e+02,7.07000253896694630384e-07,1354440.0,24,2.67858573267265092005e+03,'2026-11-29T20:15:23.687Z',1.52138680000007298076e-01);
INSERT INTO "trial" VALUES(13,X'01A228F2B2C078DE8B9A3734562E9280',1,1,1,13,1,'ok',0,'budget',35,1,5.50721008300781250015e+02,5.67148986816406249986e+02,5.87486022949218750005e+02,6.17863983154296875005e+02,6.1786359863281245454e+02,8.37677308737649752891e+01,570.489990234375,5.97494995117187499989e+02,3.22035003662109374999e+02,0.000564800999882209,1699248.0,384812,2.68296956299387420589e+03,'2026-11-29T20:15:23.840Z',1.20187878000024284119e-01);
INSERT INTO "trial" VALUES(14,X'01A228F2B33970D4AE9EC9A70EEBF0C2',1,1,1,14,1,'ok',0,'budget',36,1,4.39295013427734374993e+02,4.60308006286621093769e+02,475.7705078125,5.24436752319335937506e+02,5.03186921861436644567e+02,6.55787960878257649701e+01,462.7919921875,504.989990234375,3.22035003662109374999e+02,6.00863999807188520208e-04,1843296.0,1683296,2.58042878324737921498e+03,'2026-11-29T20:15:23.961Z',1.19363681000095311901e-01);
INSERT INTO "trial" VALUES(16,X'01A228F2B426786AB59279869641B535',1,1,1,16,1,'ok',0,'stable',130,1,8.36650009155273437482e+01,8.47552471160888671892e+01,8.68194999694824218715e+01,9.4726251602172851559e+01,9.41951228802020779085e+01,1.91689533364153064098e+01,8.58850021362304687482e+01,88.0719985961914,3.22035003662109374999e+02,4.025749999527761247e-04,1843296.0,1683296,2.6742142281020232985e+03,'2026-11-29T20:15:24.198Z',1.77962309999202261678e-02);
INSERT INTO "trial" VALUES(18,X'01A228F2B4667CD7ADC34F5675D6AD39',1,1,1,18,1,'dominated',0,'dominated',3,1,4.60009002685546875e+02,4.71464508056640624984e+02,4.82920013427734375012e+02,4.86964004516601562484e+02,477.97900390625,1.60793212490730184072e+01,4.60009002685546875e+02,4.9100799560546875e+02,3.22035003662109374999e+02,4.88634000021193060092e-04,1843296.0,1683296,2.68326239655320478052e+03,'2026-11-29T20:15:24.262Z',1.50325269999029842438e-02);
INSERT INTO "trial" VALUES(19,X'01A228F2B4767F6BA9DAD2AB14BB6B74',1,1,1,19,1,'dominated',0,'dominated',3,1,4.73493011474609374993e+02,4.7869900512695312501e+02,4.83904998779296874984e+02,4.88432998657226562482e+02,4.83453002929687499986e+02,9.74186097383109,4.73493011474609374993e+02,4.9296099853515624998e+02,3.22035003662109374999e+02,4.91265999926326912827e-04,2151680.0,1991680,2.73186636055769668015e+03,'2026-11-29T20:15:24.278Z',1.75157249998392217094e-02);
INSERT INTO "trial" VALUES(21,X'01A228F2B49970E2BC40CFDACFFA976B',1,1,1,21,1,'dominated',0,'dominated',3,1,4.53207000732421875013e+02,4.63064498901367187482e+02,4.72921997070312499994e+02,4.87759490966796875003e+02,4.76241994222005189402e+02,2.48618064292816640667e+01,4.53207000732421875013e+02,5.02596984863281250012e+02,3.22035003662109374999e+02,8.01999931354657746851e-07,1354440.0,24,2.68062881002947233353e+03,'2026-11-29T20:15:24.313Z',0.0161888950001412);
INSERT INTO "trial" VALUES(23,X'01A228F2B4CA7A809B9C2D9BBD3AD923',1,1,1,23,1,'dominated',0,'dominated',3,1,4.8600299072265624998e+02,4.98761489868164062519e+02,5.11519989013671875013e+02,5.16267990112304687479e+02,5.06179656982421875008e+02,1.81070955829777346934e+01,4.8600299072265624998e+02,5.21015991210937499987e+02,3.22035003662109374999e+02,5.90988999874753062613e-04,2535808.0,2375808,2633.61957571573,'2026-11-29T20:15:24.362Z',1.80886210000608116388e-02);
INSERT INTO "trial" VALUES(24,X'01A228F2B4DD74938D0EF482D2F84312',1,1,1,24,1,'dominated',0,'dominated',3,1,5.26700012207031250006e+02,5.28049499511718750015e+02,5.2939898681640624998e+02,5.47414001464843750013e+02,5.40509338378906249982e+02,2.16232252398744080319e+01,5.26700012207031250006e+02,5.65429016113281250003e+02,3.22035003662109374999e+02,0.000517708000188577,3077824.0,2917824,2.63013232875022958984e+03,'2026-11-29T20:15:24.381Z',1.77363380000770121114e-02);
INSERT INTO "trial" VALUES(28,X'01A228F2B5357EF08291CE4BA2FBEE3F',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(29,X'01A228F2B5367865A7D7EF2B102D56EB',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(30,X'01A228F2B53675CA99C9F3CE11059699',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(31,X'01A228F2B53672E98F416520F5867F04',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(32,X'01A228F2B537785F84A4EC36C620368C',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(33,X'01A228F2B5377F7C9E5D417EFE135827',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(34,X'01A228F2B537780788A52FD52A11428C',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(35,X'01A228F2B537769CA22321FDA504E3A1',1,1,2,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(36,X'01A228F2B537715989AE2614BA9FA353',1,1,2,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A228F2B5377E69BBA2E82C39605D45',1,1,2,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A228F2B53771E19FE2E51D3F18F978',1,1,2,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:24.469Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A228F2B53871F286C4B4B91A4EB733',1,1,2,12,1,'ok',0,'budget',29,1,6.03181030273437499998e+02,8.80518981933593750024e+02,9.80632995605468749979e+02,1.05912194824218749999e+03,9.87183793692753283697e+02,2.29627917183644456142e+02,8.83835998535156249986e+02,1.05553503417968749995e+03,3.22035003662109374999e+02,2.21899995267449412494e-06,889628.0,24,2.00751584609924452716e+03,'2026-11-29T20:15:24.472Z',1.62980908000008639646e-01);
INSERT INTO "trial" VALUES(40,X'01A228F2B5DC750E98146608A622D56A',1,1,2,13,1,'ok',0,'budget',34,1,524.593017578125,6.80705017089843750005e+02,7.34313995361328125015e+02,7.85707000732421874996e+02,7.48093326344209572217e+02,9.81255850918557257465e+01,6.84213012695312500005e+02,7.82919006347656250017e+02,3.22035003662109374999e+02,8.7826799995127657894e-04,1234436.0,384812,2.52885962767835826528e+03,'2026-11-29T20:15:24.636Z',1.19360648999872864806e-01);
INSERT INTO "trial" VALUES(41,X'01A228F2B654775E9B1779B31CB646C5',1,1,2,14,1,'ok',0,'budget',35,1,4.11869995117187500006e+02,5.96548980712890625005e+02,6.20236999511718750015e+02,6.36675018310546875005e+02,618.34765625,6.36368448196249190127e+01,6.1026599121093749998e+02,6.3063000488281250001e+02,3.22035003662109374999e+02,5.50909999901705305092e-04,1232472.0,1152472,2.67333841329493316144e+03,'2026-11-29T20:15:24.756Z',1.15914915999837830895e-01);
INSERT INTO "trial" VALUES(43,X'01A228F2B70B715AA10D3BF1B43B675E',1,1,2,16,1,'ok',0,'max_samples',200,1,1.16032997131347656246e+02,1.67700000762939453128e+02,2.08581001281738281243e+02,2.78749008178710937504e+02,2.44393600463867187509e+02,1.25332860283699957907e+02,1.97673004150390624993e+02,2.21794006347656250002e+02,3.22035003662109374999e+02,2.48091399998884298838e-03,1232472.0,1152472,1.4853598530916688105e+03,'2026-11-29T20:15:24.939Z',6.13030770000477787107e-02);
INSERT INTO "trial" VALUES(45,X'01A228F2B7957AF5B47DDC6B67B2D937',1,1,2,20,1,'dominated',0,'dominated',3,1,653.156005859375,6.69627014160156249986e+02,6.86098022460937499982e+02,7.47262512207031250012e+02,7.15893676757812500019e+02,8.18114070177288681389e+01,653.156005859375,808.427001953125,3.22035003662109374999e+02,7.38000153432949446141e-07,889628.0,24,2.60464954962221236205e+03,'2026-11-29T20:15:25.077Z',1.67367929998363251797e-02);
INSERT INTO "trial" VALUES(48,X'01A228F2B83D77B691F50EC955E9BD04',1,1,2,25,1,'dominated',0,'dominated',3,1,608.489990234375,6.64498504638671875013e+02,7.20507019042968749984e+02,7.60450012207031250015e+02,7.09796671549479128758e+02,96.398783510034,608.489990234375,8.00393005371093750003e+02,3.22035003662109374999e+02,1.15700004243990406394e-06,889628.0,48,2.52553867692636958971e+03,'2026-11-29T20:15:25.245Z',1.80154160000256524654e-02);
INSERT INTO "trial" VALUES(49,X'01A228F2B8507A32A1EE3F8FC0C2B675',1,1,2,18,1,'dominated',0,'dominated',3,1,642.510986328125,6.60984497070312500017e+02,679.4580078125,7.30805999755859375015e+02,7.0137432861328125001e+02,7.23552767623059907026e+01,642.510986328125,7.82153991699218749996e+02,3.22035003662109374999e+02,6.9693300019935122691e-04,1232472.0,1152472,2.62386667445931107069e+03,'2026-11-29T20:15:25.264Z',1.88180550001106894342e-02);
INSERT INTO "trial" VALUES(50,X'01A228F2B8647DAA86121399C5825D70',1,1,2,19,1,'dominated',0,'dominated',3,1,7.65693969726562499982e+02,8.22071990966796875034e+02,8.7845001220703125e+02,883.45849609375,8.44203653971354128771e+02,6.81756026816498916787e+01,7.65693969726562499982e+02,8.88466979980468750041e+02,3.22035003662109374999e+02,1.47979200005465827416e-03,1423760.0,1343760,2.16533178973135863993e+03,'2026-11-29T20:15:25.284Z',2.05890409999938128748e-02);
INSERT INTO "trial" VALUES(51,X'01A228F2B8797735A9A00738C950DEE0',1,1,2,23,1,'dominated',0,'dominated',3,1,6.06794982910156249994e+02,6.66282989501953124998e+02,725.77099609375,7.54789001464843750015e+02,7.05457661946614621216e+02,9.02373969688023720454e+01,6.06794982910156249994e+02,7.83807006835937499986e+02,3.22035003662109374999e+02,1.11588000004303466994e-03,1671856.0,1591856,2.62376330653743298181e+03,'2026-11-29T20:15:25.305Z',1.94057639998845843365e-02);
INSERT INTO "trial" VALUES(55,X'01A228F2B9DF70709929B4605610D536',1,1,2,16,2,'ok',0,'repetitions',36,1,84.6780014038086,8.67340011596679687482e+01,9.321849822998046875e+01,1.05275253295898437496e+02,9.7073194715711807138e+01,1.18987120552953928864e+01,8.83099975585937499965e+01,1.03305999755859374996e+02,3.22035003662109374999e+02,3.48117999919850262813e-04,1232472.0,1152472,2.7813529739692676231e+03,'2026-11-29T20:15:25.663Z',1.16409000004296103725e-02);
INSERT INTO "trial" VALUES(57,X'01A228F2BA0D7B9BADD8D3384484199E',1,1,3,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(58,X'01A228F2BA0E7956A9ECC11E57B8B936',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(59,X'01A228F2BA0E708DB1E3A31731CFC6A9',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(60,X'01A228F2BA0E763B9FAA0310FA5685AC',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(61,X'01A228F2BA0E7472907E783B01192592',1,1,3,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(62,X'01A228F2BA0E7AC4AEADA7D364ED016C',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(63,X'01A228F2BA0E72E6A9F2602CDB40180C',1,1,3,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(64,X'01A228F2BA0E712D8B2034CFA59238C2',1,1,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(65,X'01A228F2BA0E7C96BDB334947520DFB4',1,1,3,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(66,X'01A228F2BA0E760C831DBE01017B3200',1,1,3,24,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(67,X'01A228F2BA0E7368B0DE3B0F5E094ADF',1,1,3,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(68,X'01A228F2BA0E7FC882F0CE32C1A7A4F0',1,1,3,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:25.709Z',0.0);
INSERT INTO "trial" VALUES(69,X'01A228F2BA0F73C8936A1332390325D6',1,1,3,12,1,'ok',0,'budget',36,1,4.39213989257812500001e+02,4.65324005126953125013e+02,4.8332051086425781251e+02,5.0071074676513671873e+02,4.89311638726128478532e+02,4.04853709566619315287e+01,4.68951995849609374993e+02,4.94845001220703125006e+02,3.22035003662109374999e+02,1.05699996311159338802e-06,729072.0,24,2.77750711972203043849e+03,'2026-11-29T20:15:25.711Z',1.465837870000541443e-01);
INSERT INTO "trial" VALUES(70,X'01A228F2BAA37200BDA63CF46D0EAE9E',1,1,3,13,1,'ok',0,'budget',34,1,4.81717987060546874982e+02,5.55627761840820312512e+02,5.94820007324218750013e+02,6.18265502929687499984e+02,6.27675152049345115318e+02,1.75295323298373091343e+02,5.6218402099609374998e+02,6.14336975097656249993e+02,3.22035003662109374999e+02,1.02799999694980215281e-05,961168.0,236196,2.72095249574855824908e+03,'2026-11-29T20:15:25.859Z',1.13390129999970667995e-01);
INSERT INTO "trial" VALUES(71,X'01A228F2BB1572C7BE3A6E322642A191',1,1,3,14,1,'ok',0,'budget',33,1,4.17071990966796875017e+02,6.02317016601562499984e+02,658.89501953125,718.39599609375,658.667304761482,9.88882823369455650226e+01,616.468994140625,7.12939025878906249998e+02,3.22035003662109374999e+02,2.83090000039010192267e-04,1150976.0,1134592,2.32760993959087363687e+03,'2026-11-29T20:15:25.973Z',1.16447717000028205802e-01);
INSERT INTO "trial" VALUES(73,X'01A228F2BBAE7932BC4A6FD0658D9A02',1,1,3,22,1,'ok',0,'stable',70,1,52.9379997253418,5.64834985733032226553e+01,5.79939994812011718741e+01,6.17597494125366210928e+01,6.3794314575195315343e+01,1.79482968021596178687e+01,5.74599990844726562491e+01,58.5260009765625,3.22035003662109374999e+02,1.0910000582953216508e-06,729072.0,16,1.88307728955120387576e+03,'2026-11-29T20:15:26.126Z',0.00749906999999439);
INSERT INTO "trial" VALUES(80,X'01A228F2BC2B74309CA4BD6041D7A8B5',1,1,3,25,1,'dominated',0,'dominated',3,1,5.03694000244140625008e+02,5.07463500976562500001e+02,5.11233001708984374994e+02,5.49423507690429687496e+02,5.34180338541666628777e+02,4.64281957888976393178e+01,5.03694000244140625008e+02,587.614013671875,3.22035003662109374999e+02,1.06199991023459e-06,729072.0,48,2.62065128710859971761e+03,'2026-11-29T20:15:26.251Z',1.51103660000444506295e-02);
INSERT INTO "trial" VALUES(81,X'01A228F2BC3A7F919D628C5201D830F2',1,1,3,21,1,'dominated',0,'dominated',3,1,4.96134002685546874993e+02,5.0453050231933593752e+02,512.927001953125,5.43519012451171875006e+02,5.27724009195963503779e+02,4.10404372516757618436e+01,4.96134002685546874993e+02,5.74111022949218750008e+02,3.22035003662109374999e+02,1.85299995791865512728e-06,729072.0,24,2.77726581016055479268e+03,'2026-11-29T20:15:26.266Z',1.53117329998622153652e-02);
INSERT INTO "trial" VALUES(82,X'01A228F2BC4A7B7A8B549892DC587CD5',1,1,3,26,1,'dominated',0,'dominated',3,1,4.03467987060546875001e+02,4.64478988647460937482e+02,525.489990234375,5.66516998291015625019e+02,5.12167327880859374984e+02,1.02688243782613682238e+02,4.03467987060546875001e+02,6.07544006347656249987e+02,3.22035003662109374999e+02,1.22599999485828448086e-06,729072.0,24,2.82484473065796510117e+03,'2026-11-29T20:15:26.282Z',1.54197100000601494684e-02);
INSERT INTO "trial" VALUES(83,X'01A228F2BC5A7139A50E0A9191688FF7',1,1,3,27,1,'dominated',0,'dominated',3,1,4.9468600463867187498e+02,4.9684600830078125e+02,4.99006011962890625019e+02,5.00880508422851562517e+02,498.815673828125,4.03786610589614625155e+00,4.9468600463867187498e+02,5.02755004882812500015e+02,3.22035003662109374999e+02,7.91000047684065066277e-07,729072.0,24,2.77569472934411260204e+03,'2026-11-29T20:15:26.298Z',1.52614389999143895693e-02);
INSERT INTO "trial" VALUES(84,X'01A228F2BC707B3889065397D4975979',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(85,X'01A228F2BC717517869C0982481EE9FF',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(86,X'01A228F2BC7177FFA0CCB8B59A650B80',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(87,X'01A228F2BC717824AF523D49FD515B54',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(88,X'01A228F2BC717C6786D5930D63284CE3',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(89,X'01A228F2BC71751CACC180047CE9BF58',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(90,X'01A228F2BC72748F8D5D8DDF71B3542E',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(91,X'01A228F2BC727ACC99F230C547CF08D0',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(92,X'01A228F2BC727B3589FDEAE7B890EF7F',1,1,4,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(93,X'01A228F2BC727112B96688B3A2C847E9',1,1,4,24,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(94,X'01A228F2BC727385B5A273EC2E4C431F',1,1,4,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(95,X'01A228F2BC727D58B00B09EF817D7157',1,1,4,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-29T20:15:26.320Z',0.0);
INSERT INTO "trial" VALUES(96,X'01A228F2BC7375069E5FCD8C41DC1186',1,1,4,12,1,'ok',0,'budget',31,1,2.91977996826171875e+02,4.6925799560546874998e+02,5.16120971679687499987e+02,5.51433990478515625001e+02,6.19512809507308475059e+02,4.11977389675956942463e+02,4.97519012451171875003e+02,5.3349102783203125001e+02,3.22035003662109374999e+02,7.46999830880668e-07,484684.0,24,2724.23938120993,'2026-11-29T20:15:26.323Z',1.69197459999850252643e-01);
INSERT INTO "trial" VALUES(97,X'01A228F2BD26720999CC93307190A0C8',1,1,4,13,1,'dominated',0,'dominated',3,1,1.62320202636718750001e+03,1789.2705078125,1.95533898925781249996e+03,2.10392193603515625e+03,1.94368196614583325755e+03,3.14813335047028033377e+02,1.62320202636718750001e+03,2252.5048828125,3.22035003662109374999e+02,6.3277999970523524098e-05,716780.0,236196,6.59137616301612069965e+02,'2026-11-29T20:15:26.502Z',5.73537850000320759136e-02);
INSERT INTO "trial" VALUES(98,X'01A228F2BD6171DFA5DE6C86EC6BDB51',1,1,4,14,1,'ok',0,'budget',24,1,5.05105010986328125006e+02,5.92491256713867187489e+02,8.5433502197265625e+02,2.14262542724609374991e+03,1294.65412012736,8.58114910772063240081e+02,5.98161010742187500017e+02,2.11465893554687499994e+03,3.22035003662109374999e+02,5.47027000038724509067e-04,793600.0,785408,2.1791844317206869163e+03,'2026-11-29T20:15:26.561Z',1.24175268000044525251e-01);
INSERT INTO "trial" VALUES(100,X'01A228F2BDEB7BF2AAAC6F40B9162D52',1,1,4,22,1,'ok',0,'stable',145,2,35.6515007019043,3.88134994506835937508e+01,4.24684982299804687517e+01,4.9046001434326171875e+01,4.6497093358533135186e+01,1.31085070888277943623e+01,4.15345001220703125e+01,43.9744987487793,3.22035003662109374999e+02,7.97999973656260408461e-07,484684.0,16,2.71651629888953448236e+03,'2026-11-29T20:15:26.699Z',2.02993400000650581205e-02);
INSERT INTO "trial" VALUES(101,X'01A228F2BE037E10BD66B487C721A6C9',1,1,4,17,1,'dominated',0,'dominated',3,1,3.56377014160156249992e+02,3.75089508056640624994e+02,393.802001953125,4.01647506713867187512e+02,3.86557342529296874998e+02,2.72890291198256846878e+01,3.56377014160156249992e+02,4.09493011474609375005e+02,3.22035003662109374999e+02,7.40959999347978737205e-05,716780.0,236196,6.92906454210887432073e+02,'2026-11-29T20:15:26.722Z',9.81279899997389293275e-03);
INSERT INTO "trial" VALUES(103,X'01A228F2BE3B79FE88FBF991CCF3F4A3',1,1,4,21,1,'dominated',0,'dominated',3,1,4.96023986816406250001e+02,5.0988900756835937502e+02,5.23754028320312499996e+02,1.13451751708984375003e+03,9.2168634033203125002e+02,7.13388651868162924083e+02,4.96023986816406250001e+02,1.74528100585937499993e+03,3.22035003662109374999e+02,8.51000095281051471829e-07,484684.0,24,2.62412049962223363768e+03,'2026-11-29T20:15:26.779Z',1.84833920000073703704e-02);
INSERT INTO "trial" VALUES(105,X'01A228F2BE607E66985B0943BCF3F5A9',1,1,4,15,1,'dominated',0,'dominated',3,1,5.10651000976562500013e+02,5.20048492431640624984e+02,5.29445983886718749998e+02,5.67919006347656250008e+02,5.48829671223958371218e+02,5.07285087862273158503e+01,5.10651000976562500013e+02,6.06392028808593750019e+02,3.22035003662109374999e+02,2.37992999927882920019e-04,679680.0,671488,2.8739805116251782237e+03,'2026-11-29T20:15:26.816Z',1.55216820000987354433e-02);
INSERT INTO "trial" VALUES(110,X'01A228F2BEB07FFEB090F66A38132801',1,1,4,25,1,'dominated',0,'dominated',3,1,4.57195007324218749989e+02,4.82176010131835937506e+02,5.0715701293945312498e+02,5.22712020874023437517e+02,5.00873016357421874979e+02,4.08996898114518216962e+01,4.57195007324218749989e+02,5.3826702880859375001e+02,3.22035003662109374999e+02,1.07999994725105352699e-06,484684.0,48,2.82696804748363229014e+03,'2026-11-29T20:15:26.896Z',1.23544900000069901579e-02);
INSERT INTO "trial" VALUES(182,X'01A228F2C25470B486DCE508F8D507B8',1,1,1,16,2,'ok',0,'repetitions',36,1,75.7030029296875,8.777774810791015625e+01,9.56899986267089843784e+01,1.03875501632690429691e+02,9.66275829739040830173e+01,1.22724191225389542834e+01,8.85579986572265624982e+01,1.03375999450683593746e+02,3.22035003662109374999e+02,3.91971999988527386449e-04,1843296.0,1683296,2.87977655256996831678e+03,'2026-11-29T20:15:27.828Z',5.10248776663502212613e-02);
INSERT INTO "trial" VALUES(185,X'01A228F2C2D0746BA974E404E4DFAD21',1,1,2,16,3,'ok',0,'repetitions',36,1,7.766300201416015625e+01,91.2927474975586,1.0351700210571289063e+02,1.19225997924804687504e+02,1.11805249955919052242e+02,3.03475114727080814698e+01,97.4749984741211,1.12738998413085937503e+02,3.22035003662109374999e+02,3.58326000196029781363e-04,1232472.0,1152472,2.20966938293951398013e+03,'2026-11-29T20:15:27.943Z',1.41744339989031686855e-02);
INSERT INTO "trial" VALUES(189,X'01A228F2C5FD74BFB41CB598AB38DB0E',1,1,3,22,2,'ok',0,'repetitions',36,3,1.9042667388916015625e+01,1.94843335151672363281e+01,1.95563335418701171875e+01,2.00560841560363769522e+01,1.99106667306688080998e+01,1.24597941437078207904e+00,1.95090007781982421875e+01,1.9873332977294921875e+01,1.62069000244140624996e+02,3.45999978890176862478e-07,729072.0,16,2.88062043927158219951e+03,'2026-11-29T20:15:28.765Z',4.0498605000114672181e-02);
INSERT INTO "trial" VALUES(192,X'01A228F2C649776D8283D938E3CA039B',1,1,4,22,2,'ok',0,'repetitions',36,3,19.9516658782959,1.99650006294250488281e+01,2.00618333816528320316e+01,2.06859993934631347656e+01,2.05451851420932349876e+01,1.16908784133593068865e+00,1.996666717529296875e+01,2.066699981689453125e+01,1.62069000244140624996e+02,3.72999920728034339845e-07,484684.0,16,2.9127732132577252742e+03,'2026-11-29T20:15:28.840Z',3.49667540001519228098e-02);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','3db98aea801353c8',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["0","8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-29T20:15:23.101Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','c2f0b8b4bf8c8ba4',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-29T20:15:23.101Z');
INSERT INTO "variant" VALUES(6,'spmv','cpu','coo','e9f85495bc318c4b',0,'coo{threads=0}','{"threads":["0","1","4","16"]}','2026-11-29T20:15:23.101Z');
INSERT INTO "variant" VALUES(7,'spmv','cpu','hyb','c65a22d862e60a7f',0,'hyb{k=rule,threads=0}','{"k":["rule","p50","p67","p80","p90","p95"],"threads":["0","1","4","16"]}','2026-11-29T20:15:23.101Z');
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
INSERT INTO "verification" VALUES(12,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(13,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(14,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(16,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(18,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(19,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(21,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(23,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(24,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(39,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(40,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(41,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(43,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(45,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(48,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(49,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(50,1,1.5287417287654325726e-01,1.27523562882439371395e-07,0,1,1,'');
INSERT INTO "verification" VALUES(51,1,1.5287417287654325726e-01,1.27523562882439371395e-07,0,1,1,'');
INSERT INTO "verification" VALUES(55,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(69,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(70,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(71,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(73,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(80,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(81,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(82,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(83,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(96,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(97,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(98,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(100,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(101,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(103,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(105,1,9.23998850225027507088e-02,1.13394183070499430566e-07,0,1,1,'');
INSERT INTO "verification" VALUES(110,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(182,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(185,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(189,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(192,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
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
    AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
