PRAGMA application_id = 1936749678;
PRAGMA user_version = 11;
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
INSERT INTO "config" VALUES(1,'f75457eef0d90e4b44040ec4d450c629',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'2817951da252d9039e7ce950f7d57bbe',1,'csr{schedule=nnz,width=0,prefetch=false,threads=1}','{"schedule":"nnz","width":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(3,'05014da8e692b45b7b55e9cd83078f2c',1,'csr{schedule=nnz,width=0,prefetch=false,threads=4}','{"schedule":"nnz","width":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(4,'96de0c5faf6a74834dff5ec04c23b1a3',1,'csr{schedule=nnz,width=0,prefetch=false,threads=16}','{"schedule":"nnz","width":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(5,'3b5559fb3274912b8034b5c8a9538a29',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(6,'7768d75dd62afee6b336b07611849f56',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(7,'d984cb9fcc37480401d6046a4267f753',3,'ell{c=8,threads=4}','{"c":8,"threads":4}',0);
INSERT INTO "config" VALUES(8,'d8baa32746f473ccd71db6eda4e713b2',3,'ell{c=8,threads=16}','{"c":8,"threads":16}',0);
INSERT INTO "config" VALUES(9,'56654e9679d893f5e89081fae7ea2e8e',4,'sell{c=8,sigma=1024,index_bits=32,cut=64,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":64,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(10,'b34ffdd04abfc4b3d082e32ac42dd35b',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=1}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(11,'4da0614307da1832239cf37f5dce0af7',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=4}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(12,'99bd49fb2e2df737a37dabbec5ac40b4',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=16}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(13,'9968f63c1fc4726da8b88b48630d5da2',8,'bsr{r=4,threads=0}','{"r":4,"threads":0}',0);
INSERT INTO "config" VALUES(14,'f857826e33b8c9ad497c5ca89918315b',8,'bsr{r=8,threads=0}','{"r":8,"threads":0}',0);
INSERT INTO "config" VALUES(15,'e622c02469299cdf36f6af06c2a4b273',8,'bsr{r=3,threads=1}','{"r":3,"threads":1}',0);
INSERT INTO "config" VALUES(16,'d039bc8cd852c6e320ef97bb70192a2d',8,'bsr{r=3,threads=4}','{"r":3,"threads":4}',0);
INSERT INTO "config" VALUES(18,'7cb997f28a585ccc343c58417def3a01',1,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":"nnz","width":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(19,'ee8b677b18804cc079043a2cd2f72a1e',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(20,'c7d7119612d0a5eb539ce25c37c76557',8,'bsr{r=3,threads=0}','{"r":3,"threads":0}',1);
INSERT INTO "config" VALUES(21,'36f27e986413ac3106224d9642df2765',4,'sell{c=32,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":32,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',0);
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
INSERT INTO "drift" VALUES(1,'','2026-11-30T23:00:13.349Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',1.52486303710937500001e+03,'0.85 of its threads waited for a core on average');
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
INSERT INTO "environment" VALUES(1,'184eea9e9734aca36f78046edc3d476e','GNU 12.2.0','--param=ggc-min-heapsize=524288 -O1 -DNDEBUG, CUDA --Ofast-compile=max measurement_version=2','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx2','','','');
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
INSERT INTO "failure" VALUES(13,'fit','at least 36246 blocks of 4x4 for 96203 entries: 4804480 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(36,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','the longest row has 55 entries, a mean of 9: 4407040 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(41,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(42,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(43,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(44,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(45,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(46,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(47,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(48,'fit','at least 47690 blocks of 4x4 for 96203 entries: 3262928 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(70,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(71,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(72,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(73,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(74,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(75,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(76,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(77,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(79,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(80,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(81,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(106,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(107,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(108,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(109,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(110,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(111,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(112,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(113,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(115,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(116,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(117,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(118,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(119,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'f4873268b4d0222172c1d3346f81066b','AMD EPYC','cpu','x86-64 AuthenticAMD 25/1 avx2',2,524288,33554432,25276510208,'{}');
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
INSERT INTO "load" VALUES(18,8.57820419996642158366e-02,8.60674836818282162909e-01,4.66298062712899437105e+01,NULL,NULL,9.99976195486484642493e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(19,1.04136403999746107729e-01,8.46065349060975302464e-01,6.72195287252003339508e+01,0.0,1.86301804698838058271e+00,9.99986517685937603694e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(20,1.16480199994839495047e-03,0.0,858.515009455945,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21,4.927636700040238793e-02,8.12227979381539899605e-01,6.08811116285318334453e+01,NULL,NULL,1.00003313960941975224e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(32,5.17379960001562722027e-02,8.98169731967576101538e-01,1.93281548824770794681e+01,NULL,NULL,9.997874676064341104e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(34,5.17379960001562722027e-02,8.98169731967576101538e-01,1.93281548824770794681e+01,NULL,NULL,9.997874676064341104e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(53,7.60064350001812272239e-02,8.43824368289957660316e-01,3.94703422150091256517e+01,NULL,NULL,9.99954806451479716322e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(54,1.24081430999922304181e-01,8.42794438759056574461e-01,4.83553417433085286347e+01,0.0,1.77681703235787180616e+00,1.00000458570105510425e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(55,1.18904298000416019931e-01,8.61404101638460151235e-01,4.20506246122617568508e+01,0.0,1.96435287813719505756e+00,1.00000590390645105465e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(67,3.20174369999222108162e-02,8.74688220673877858679e-01,6.24659619070964140536e+01,NULL,NULL,1.00008005013580869579e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(85,4.58764869999868096783e-02,8.32179477910132803231e-01,4.35953171392695111325e+01,NULL,NULL,9.99967586877553715751e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(86,9.53172399999857589136e-02,0.857545508032041,3.14738446056605098983e+01,NULL,NULL,0.999997482095205,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(87,1.65794230001665710005e-02,0.851732234581252,6.0315729925580228608e+01,NULL,NULL,9.99974486441773335876e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(98,7.58733669999855919741e-02,8.57594312375940859283e-01,3.95395659718194636411e+01,NULL,NULL,9.99995162996301312219e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(101,4.40614029998869227711e-02,8.74488744720600674753e-01,4.53912010020455483063e+01,NULL,NULL,0.999968158068653,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(102,4.40614029998869227711e-02,8.74488744720600674753e-01,4.53912010020455483063e+01,NULL,NULL,0.999968158068653,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(103,4.40614029998869227711e-02,8.74488744720600674753e-01,4.53912010020455483063e+01,NULL,NULL,0.999968158068653,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(121,7.66532199986613704822e-03,0.816185412707909,0.0,NULL,NULL,9.99697077304734560421e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(122,8.71451230000275245402e-02,8.60634254885115357325e-01,3.44253343930566515487e+01,NULL,NULL,1.00001006367069233959e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(123,9.14518839999800547957e-02,8.49218819811483394133e-01,5.46735592675279420422e+01,NULL,NULL,1.00000126842310588237e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(132,9.33353850000457896385e-02,0.85872230558604,4.28562007859938418627e+01,NULL,NULL,9.9999587509044729483e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(137,2.28825350000079197343e-02,9.11975836592957667114e-01,0.0,NULL,NULL,9.99932918265495351839e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(140,2.32010556000204815063e-01,0.864555529101974,3.44811897265266580352e+01,0.0,1.84728663811150783935e+00,9.99997603555216940662e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(145,2.32010556000204815063e-01,0.864555529101974,3.44811897265266580352e+01,0.0,1.84728663811150783935e+00,9.99997603555216940662e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(151,2.32010556000204815063e-01,0.864555529101974,3.44811897265266580352e+01,0.0,1.84728663811150783935e+00,9.99997603555216940662e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(152,1.47762845999750425107e-01,8.70109574095631832513e-01,6.09084099531705120984e+01,0.0,1.83305213274287881475e+00,9.9998073941090037664e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(158,1.47762845999750425107e-01,8.70109574095631832513e-01,6.09084099531705120984e+01,0.0,1.83305213274287881475e+00,9.9998073941090037664e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(159,1.47762845999750425107e-01,8.70109574095631832513e-01,6.09084099531705120984e+01,0.0,1.83305213274287881475e+00,9.9998073941090037664e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(162,1.43594669000322028296e-01,8.69889327156837421917e-01,2.78561873351372781817e+01,0.0,1.88963143192587113006e+00,9.99981412959219384539e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(163,1.43594669000322028296e-01,8.69889327156837421917e-01,2.78561873351372781817e+01,0.0,1.88963143192587113006e+00,9.99981412959219384539e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(164,1.43594669000322028296e-01,8.69889327156837421917e-01,2.78561873351372781817e+01,0.0,1.88963143192587113006e+00,9.99981412959219384539e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(167,1.43594669000322028296e-01,8.69889327156837421917e-01,2.78561873351372781817e+01,0.0,1.88963143192587113006e+00,9.99981412959219384539e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(178,9.14333179998720879666e-02,0.84234095059424,4.37477288093777332261e+01,NULL,NULL,1.00000745898845688763e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(180,9.14333179998720879666e-02,0.84234095059424,4.37477288093777332261e+01,NULL,NULL,1.00000745898845688763e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(182,9.14333179998720879666e-02,0.84234095059424,4.37477288093777332261e+01,NULL,NULL,1.00000745898845688763e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(186,9.14333179998720879666e-02,0.84234095059424,4.37477288093777332261e+01,NULL,NULL,1.00000745898845688763e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "pass" VALUES(32,1,12,6.14199981689453124991e+01);
INSERT INTO "pass" VALUES(32,2,12,5.77119998931884765642e+01);
INSERT INTO "pass" VALUES(32,3,12,7.5946502685546875e+01);
INSERT INTO "pass" VALUES(34,1,12,6.03320007324218750017e+01);
INSERT INTO "pass" VALUES(34,2,12,5.86394996643066406232e+01);
INSERT INTO "pass" VALUES(34,3,12,7.52530021667480468732e+01);
INSERT INTO "pass" VALUES(67,1,12,4.84530010223388671883e+01);
INSERT INTO "pass" VALUES(67,2,12,3.38630008697509765625e+01);
INSERT INTO "pass" VALUES(67,3,12,3.3069000244140625e+01);
INSERT INTO "pass" VALUES(101,1,12,1.920583343505859375e+01);
INSERT INTO "pass" VALUES(101,2,12,2.39913339614868164066e+01);
INSERT INTO "pass" VALUES(101,3,12,17.7814998626709);
INSERT INTO "pass" VALUES(102,1,12,2.41951665878295898428e+01);
INSERT INTO "pass" VALUES(102,2,12,2.71604995727539062495e+01);
INSERT INTO "pass" VALUES(102,3,12,1.8484333038330078125e+01);
INSERT INTO "pass" VALUES(103,1,12,2.861100006103515625e+01);
INSERT INTO "pass" VALUES(103,2,12,30.0935001373291);
INSERT INTO "pass" VALUES(103,3,12,1.95446672439575195312e+01);
INSERT INTO "pass" VALUES(137,1,12,1.26515998840332031247e+01);
INSERT INTO "pass" VALUES(137,2,12,1.22703752517700195314e+01);
INSERT INTO "pass" VALUES(137,3,12,1.32567000389099121093e+01);
INSERT INTO "pass" VALUES(140,1,12,6.10512504577636718741e+01);
INSERT INTO "pass" VALUES(140,2,12,5.90300006866455078107e+01);
INSERT INTO "pass" VALUES(140,3,12,5.60644989013671875017e+01);
INSERT INTO "pass" VALUES(145,1,12,1.46577995300292968743e+02);
INSERT INTO "pass" VALUES(145,2,12,1.48210998535156250003e+02);
INSERT INTO "pass" VALUES(145,3,12,1.41688995361328124995e+02);
INSERT INTO "pass" VALUES(151,1,12,2.05252502441406250001e+02);
INSERT INTO "pass" VALUES(151,2,12,1.822100067138671875e+02);
INSERT INTO "pass" VALUES(151,3,12,2.13593498229980468757e+02);
INSERT INTO "pass" VALUES(152,1,12,4.72229995727539062508e+01);
INSERT INTO "pass" VALUES(152,2,12,5.12305011749267578133e+01);
INSERT INTO "pass" VALUES(152,3,12,5.238800048828125e+01);
INSERT INTO "pass" VALUES(158,1,12,1.29817005157470703128e+02);
INSERT INTO "pass" VALUES(158,2,12,1.56301506042480468751e+02);
INSERT INTO "pass" VALUES(158,3,12,1.46833503723144531251e+02);
INSERT INTO "pass" VALUES(159,1,12,1.47124496459960937494e+02);
INSERT INTO "pass" VALUES(159,2,12,1.52123497009277343751e+02);
INSERT INTO "pass" VALUES(159,3,12,1.45916999816894531246e+02);
INSERT INTO "pass" VALUES(162,1,12,2.18608331680297851562e+01);
INSERT INTO "pass" VALUES(162,2,12,1.96577501296997070312e+01);
INSERT INTO "pass" VALUES(162,3,12,1.86396665573120117187e+01);
INSERT INTO "pass" VALUES(163,1,12,2.45609998703002929687e+01);
INSERT INTO "pass" VALUES(163,2,12,2.01793336868286132812e+01);
INSERT INTO "pass" VALUES(163,3,12,2.44704999923706054696e+01);
INSERT INTO "pass" VALUES(164,1,12,2.9705249786376953125e+01);
INSERT INTO "pass" VALUES(164,2,12,2.30295000076293945303e+01);
INSERT INTO "pass" VALUES(164,3,12,2.55027503967285156254e+01);
INSERT INTO "pass" VALUES(167,1,12,3.23052501678466796875e+01);
INSERT INTO "pass" VALUES(167,2,12,33.9632511138916);
INSERT INTO "pass" VALUES(167,3,12,3.32169990539550781245e+01);
INSERT INTO "pass" VALUES(178,1,12,9.418399810791015625e+00);
INSERT INTO "pass" VALUES(178,2,12,1.19301996231079101564e+01);
INSERT INTO "pass" VALUES(178,3,12,1.08322000503540039062e+01);
INSERT INTO "pass" VALUES(180,1,12,1.65157499313354492187e+01);
INSERT INTO "pass" VALUES(180,2,12,2.25032501220703124995e+01);
INSERT INTO "pass" VALUES(180,3,12,2.28358335494995117191e+01);
INSERT INTO "pass" VALUES(182,1,12,1.830066680908203125e+01);
INSERT INTO "pass" VALUES(182,2,12,2.86935005187988281241e+01);
INSERT INTO "pass" VALUES(182,3,12,1.83408336639404296875e+01);
INSERT INTO "pass" VALUES(186,1,12,2.14416666030883789066e+01);
INSERT INTO "pass" VALUES(186,2,12,2.88436670303344726562e+01);
INSERT INTO "pass" VALUES(186,3,12,27.53125);
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
INSERT INTO "place" VALUES(18,'',0,18);
INSERT INTO "place" VALUES(19,'',0,19);
INSERT INTO "place" VALUES(20,'',0,20);
INSERT INTO "place" VALUES(21,'',0,21);
INSERT INTO "place" VALUES(32,'',0,32);
INSERT INTO "place" VALUES(34,'',0,34);
INSERT INTO "place" VALUES(36,'',35,36);
INSERT INTO "place" VALUES(37,'',35,37);
INSERT INTO "place" VALUES(38,'',35,38);
INSERT INTO "place" VALUES(39,'',35,39);
INSERT INTO "place" VALUES(40,'',35,40);
INSERT INTO "place" VALUES(41,'',35,41);
INSERT INTO "place" VALUES(42,'',35,42);
INSERT INTO "place" VALUES(43,'',35,43);
INSERT INTO "place" VALUES(44,'',35,44);
INSERT INTO "place" VALUES(45,'',35,45);
INSERT INTO "place" VALUES(46,'',35,46);
INSERT INTO "place" VALUES(47,'',35,47);
INSERT INTO "place" VALUES(48,'',35,48);
INSERT INTO "place" VALUES(53,'',35,53);
INSERT INTO "place" VALUES(54,'',35,54);
INSERT INTO "place" VALUES(55,'',35,55);
INSERT INTO "place" VALUES(67,'',35,67);
INSERT INTO "place" VALUES(70,'',69,70);
INSERT INTO "place" VALUES(71,'',69,71);
INSERT INTO "place" VALUES(72,'',69,72);
INSERT INTO "place" VALUES(73,'',69,73);
INSERT INTO "place" VALUES(74,'',69,74);
INSERT INTO "place" VALUES(75,'',69,75);
INSERT INTO "place" VALUES(76,'',69,76);
INSERT INTO "place" VALUES(77,'',69,77);
INSERT INTO "place" VALUES(79,'',69,79);
INSERT INTO "place" VALUES(80,'',69,80);
INSERT INTO "place" VALUES(81,'',69,81);
INSERT INTO "place" VALUES(85,'',69,85);
INSERT INTO "place" VALUES(86,'',69,86);
INSERT INTO "place" VALUES(87,'',69,87);
INSERT INTO "place" VALUES(98,'',69,98);
INSERT INTO "place" VALUES(101,'',69,101);
INSERT INTO "place" VALUES(102,'',69,102);
INSERT INTO "place" VALUES(103,'',69,103);
INSERT INTO "place" VALUES(106,'',105,106);
INSERT INTO "place" VALUES(107,'',105,107);
INSERT INTO "place" VALUES(108,'',105,108);
INSERT INTO "place" VALUES(109,'',105,109);
INSERT INTO "place" VALUES(110,'',105,110);
INSERT INTO "place" VALUES(111,'',105,111);
INSERT INTO "place" VALUES(112,'',105,112);
INSERT INTO "place" VALUES(113,'',105,113);
INSERT INTO "place" VALUES(115,'',105,115);
INSERT INTO "place" VALUES(116,'',105,116);
INSERT INTO "place" VALUES(117,'',105,117);
INSERT INTO "place" VALUES(118,'',105,118);
INSERT INTO "place" VALUES(119,'',105,119);
INSERT INTO "place" VALUES(121,'',105,121);
INSERT INTO "place" VALUES(122,'',105,122);
INSERT INTO "place" VALUES(123,'',105,123);
INSERT INTO "place" VALUES(132,'',105,132);
INSERT INTO "place" VALUES(137,'',105,137);
INSERT INTO "place" VALUES(140,'',0,140);
INSERT INTO "place" VALUES(145,'',0,145);
INSERT INTO "place" VALUES(151,'',0,151);
INSERT INTO "place" VALUES(152,'',35,152);
INSERT INTO "place" VALUES(158,'',35,158);
INSERT INTO "place" VALUES(159,'',35,159);
INSERT INTO "place" VALUES(162,'',69,162);
INSERT INTO "place" VALUES(163,'',69,163);
INSERT INTO "place" VALUES(164,'',69,164);
INSERT INTO "place" VALUES(167,'',69,167);
INSERT INTO "place" VALUES(178,'',105,178);
INSERT INTO "place" VALUES(180,'',105,180);
INSERT INTO "place" VALUES(182,'',105,182);
INSERT INTO "place" VALUES(186,'',105,186);
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
INSERT INTO "repeated" VALUES(32,1,1,19,1,36,3,1.43951168284248670614e-01,5.01040000915527343732e+01,5.97667512893676757803e+01,6.18999996185302734383e+01,7.53707523345947265607e+01,9.15528904596964480337e+02,3.63492244554087437784e+03,NULL,0.000308429793221876,3.65652000255067832767e-04,3.22139629340241344834e+03,7.39619342489277187269e-02);
INSERT INTO "repeated" VALUES(140,1,1,21,2,72,6,1.01210446073207047112e-01,4.16170005798339843767e+01,5.74508743286132812517e+01,5.98162498474121093758e+01,6.44436230659484863289e+01,2.29911056518554687507e+02,1.42536897867462607788e+03,2.09548049066864694456e-02,3.08422546368092298507e-04,2.40307999774813652038e-04,3.22130129394662162662e+03,1.98905612941836396068e-01);
INSERT INTO "repeated" VALUES(145,1,1,18,1,36,3,2.34476463085557841614e-02,1.33699005126953124995e+02,1.40356746673583984369e+02,1.46577995300292968743e+02,1.52777252197265625e+02,1.47907888200547972699e+02,1.27369451805114657365e+01,NULL,3.08422546368092298507e-04,5.59999989491188898682e-07,3.2151201401649550462e+03,5.39845686925778320275e-02);
INSERT INTO "repeated" VALUES(151,1,1,20,1,36,3,8.26850658126772747325e-02,1.63595001220703124998e+02,1.76293998718261718744e+02,1.85746002197265625e+02,2.34650497436523437495e+02,8.79057094573974609399e+02,4.05649383386846830055e+03,NULL,3.08422546368092298507e-04,2.7702441000201361021e-02,3.21739008560077672876e+03,1.42081339691650598844e-01);
INSERT INTO "repeated" VALUES(152,1,2,19,2,72,6,1.56192025313555554744e-01,3.18344993591308593754e+01,4.00122494697570800763e+01,4.34461250305175781258e+01,5.14365000724792480451e+01,4.55931598345438615638e+01,1.16534706351052452788e+01,2.59703583710145569085e-01,3.08400311041623353958e-04,1.89381999916804488748e-04,3.22670364888643780424e+03,0.0751009897339524);
INSERT INTO "repeated" VALUES(158,1,2,20,1,36,3,0.0944690779895857,1.01108001708984375e+02,1.38313003540039062503e+02,1.48917503356933593754e+02,1.59023750305175781251e+02,1.15516800710890038322e+03,4.46232454603924452371e+03,NULL,3.08400311041623353958e-04,2.71300539998264866881e-02,3.12430721264577641697e+03,0.23481012239954);
INSERT INTO "repeated" VALUES(159,1,2,18,1,36,3,2.20586165187676430665e-02,1.23559997558593750001e+02,1.42898250579833984374e+02,1.48887496948242187494e+02,1.62893997192382812503e+02,1.50648056030273437503e+02,1.2820251123292509376e+01,NULL,3.08400311041623353958e-04,5.51000084669794887304e-07,3.22966389888377580059e+03,2.28561014003389600945e-02);
INSERT INTO "repeated" VALUES(162,1,3,13,2,72,6,1.24055306912840529465e-01,1.45203332901000976558e+01,1.79898540973663330073e+01,1.98492918014526367187e+01,2.2940208196640014648e+01,1.32898141013251404275e+02,9.49867844673933859646e+02,1.54286501531689448918e-02,3.08400311041623353958e-04,2.8885900019304244779e-04,3.22235343621888932832e+03,7.8202361364435535318e-02);
INSERT INTO "repeated" VALUES(163,1,3,19,2,72,6,1.60663705382241672747e-01,1.72686672210693359375e+01,2.09719164371490478519e+01,2.41710000038146972651e+01,2.59931876659393310555e+01,3.30280804183748045933e+02,1.89631438413401883736e+03,1.41395565880569938979e-03,3.08400311041623353958e-04,7.82150000304682180285e-05,3.22774405396052770805e+03,9.03013743611495584007e-02);
INSERT INTO "repeated" VALUES(164,1,3,18,2,72,6,1.89853772737882148247e-01,1.93763332366943359375e+01,2.14312288761138916006e+01,2.87562499046325683585e+01,2.98599371910095214835e+01,2.67779699166615792194e+01,5.60467169715910351612e+00,8.86472491458080782966e-03,3.08400311041623353958e-04,4.50999777967808768153e-07,3.22245878561875724707e+03,4.42121513631150292455e-02);
INSERT INTO "repeated" VALUES(167,1,3,20,1,36,3,2.50770990770060493713e-02,2.46609992980957031254e+01,3.15667500495910644539e+01,3.30189990997314453125e+01,3.48726243972778320316e+01,4.78725079960293214758e+02,2.67299180095619885841e+03,NULL,3.08400311041623353958e-04,4.83261000226775649935e-04,3.21728898704224138774e+03,7.4717385562905747065e-02);
INSERT INTO "repeated" VALUES(178,1,4,14,2,72,6,8.84435807165168119681e-02,8.5799999237060546875e+00,11.0259690284729,1.17961626052856445308e+01,1.29927248954772949223e+01,7.95112448136011806809e+01,5.7107509757997479481e+02,1.15825435819749092414e-01,3.08400311041623353958e-04,2.35378000070340931415e-04,3.22660432627282170859e+03,9.62192185985562276062e-02);
INSERT INTO "repeated" VALUES(180,1,4,19,1,36,3,1.82982890000365078231e-01,1.58520002365112304691e+01,1.63855409622192382812e+01,2.16064996719360351566e+01,2.32094998359680175785e+01,1.59654009315702637649e+02,8.36077179464297159938e+02,NULL,3.08400311041623353958e-04,7.7264000083232531324e-05,3.23199995701059697244e+03,2.85607375991579204299e-02);
INSERT INTO "repeated" VALUES(182,1,4,18,1,36,3,2.59022969081403264812e-01,1.82006664276123046875e+01,1.82777495384216308593e+01,1.8381000518798828125e+01,2.88307504653930664062e+01,4.97413523144192140515e+02,1.9847145227107382652e+03,NULL,3.08400311041623353958e-04,4.11000200983835384249e-07,3.2364522885870628669e+03,9.93645785980637186174e-02);
INSERT INTO "repeated" VALUES(186,1,4,20,1,36,3,1.59481441310086402562e-01,2.11329994201660156241e+01,2.20313334465026855468e+01,2.76524171829223632803e+01,2.89932498931884765616e+01,2.7413921250237358151e+01,5.95966857156085705327e+00,NULL,3.08400311041623353958e-04,4.62281999716651625931e-04,3.23411408534346855956e+03,1.15060345984905627175e-02);
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
INSERT INTO "run" VALUES(1,'01a22eaf-f023-76e4-aef7-38427b58236f',1,'quick','{}','finished','f1bd4f0f40e940bf3b25ee76ac6b67d3553e1c17',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-30T23:00:11.953Z','2026-11-30T23:00:33.687Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(20,'total',3,X'564E7F43A8264743355E1A43');
INSERT INTO "samples" VALUES(32,'total',36,X'6F9272428B6C784281957842E1FA774252387742A8C673429CC46F4240356F42DDA46E42BC7474426CE7764273E87A4287165C421F056342B0F24F424C3774420EAD6A42AEC776429318B4422586AD42041699426DE74D429A194C4298EE484202ABA542142E8B427F6A484275D39942C3F5954213B89046448BA34242F03E468BECA34237498E42B21D8942F0678E42');
INSERT INTO "samples" VALUES(34,'total',36,X'EEFC784221307B42856B7742D3CD6E423B9F8142142E6242A4706C427D3F714273687142D5F87342DB796942DF4F67425AE44742CD4C4B42B6F37D425839794283C066429E6F6A42E3A571421058634214AE6A42B072704254636442643B7D4262D0B8420AF7A342FA7E99424E829542817595428941944200609942C58097425C6FAE423F7575428FC2614266E66142');
INSERT INTO "samples" VALUES(67,'total',36,X'60250442A01A034264FB0142C5E03F420A173B4231483842FABE4342B0B2494281554842A05A4842CF77454212434D420A171042295C0C421DDA51425AE411425C8F4B42B6B34142448B0242DB79FF4189C1FE41217000421984FF410EADFE410A17064246760242D5380242A65B404240351B4227F10142142E00426F123D4266261B42C0CA0642D90E00427FEAFE41');
INSERT INTO "samples" VALUES(121,'total',20,X'80DC9241DCB29241DCB292418479934180DC9241E3A59241BF589541C9769441E7429341AD8E9341403593418BB39241A2FE9241FBF09241643B934140359341FBF092414A0C9341F119934154E39241');
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
INSERT INTO "trial" VALUES(1,X'01A22EAFF5A87839B8DC174E26A87678',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A22EAFF5A97C578278F2675CE9207A',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A22EAFF5A976D7BA74F4C5EB93F5AA',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A22EAFF5AA72E3908B3B8957670101',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A22EAFF5AA789FB9ACE2DEF8DA3BA9',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A22EAFF5AA7411BF660B8DD642C586',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A22EAFF5AA744FA540CA36CD715F38',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A22EAFF5AA79B889C7F3BB542F7437',1,1,1,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(9,X'01A22EAFF5AA7F16A5305948CC6AC3DD',1,1,1,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(10,X'01A22EAFF5AA730D982EDFF4BFDF626A',1,1,1,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(11,X'01A22EAFF5AA799F9DD09D9C2D5F609E',1,1,1,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(12,X'01A22EAFF5AA729F8CEC55A59095153B',1,1,1,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(13,X'01A22EAFF5AA70AB8DD903522B382C24',1,1,1,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:13.352Z',0.0);
INSERT INTO "trial" VALUES(18,X'01A22EAFF5AB717E843E7D6752D8A9B2',1,1,1,18,1,'ok',0,'stable',110,1,8.46480026245117187465e+01,8.7625751495361328125e+01,91.3754997253418,1.04737998962402343748e+02,6.10934510178999516921e+02,3.18475211080169310663e+03,9.02679977416992187534e+01,94.125,0.000308429793221876,1.291999979002866894e-06,1354440.0,16,3.23623905915842215099e+03,'2026-11-30T23:00:13.355Z',1.26643497999793908093e-01);
INSERT INTO "trial" VALUES(19,X'01A22EAFF62A7414A74BD7A6BADF47EE',1,1,1,19,1,'ok',0,'budget',172,2,3.62075004577636718741e+01,3.73345003128051757803e+01,39.59375,4.52867498397827148446e+01,3.00430234642915934268e+02,1.57589623815788809225e+03,38.2864990234375,4.07960014343261718767e+01,0.000308429793221876,3.39312999585672514513e-04,1386384.0,1226440,3.22773858251681804187e+03,'2026-11-30T23:00:13.482Z',1.19482807000167667865e-01);
INSERT INTO "trial" VALUES(20,X'01A22EAFF6A37EC891EC5E1C5722F61E',1,1,1,20,1,'dominated',0,'dominated',3,1,1.54367996215820312499e+02,1.76759498596191406243e+02,1.991510009765625e+02,2.27228500366210937498e+02,2.02941665649414062491e+02,5.05756561367100658781e+01,1.54367996215820312499e+02,2.55305999755859375005e+02,0.000308429793221876,9.22721400002046721056e-03,4940164.0,4780164,3.1708110633446694919e+03,'2026-11-30T23:00:13.602Z',3.59853449999718577601e-02);
INSERT INTO "trial" VALUES(21,X'01A22EAFF6C77867B5E164DCB99698F3',1,1,1,21,1,'ok',0,'stable',180,1,3.76199989318847656245e+01,3.843199920654296875e+01,4.21585006713867187482e+01,5.57939996719360351571e+01,2.70356564733717164017e+02,2.11331010126567070991e+03,4.055500030517578125e+01,4.4092998504638671875e+01,0.000308429793221876,4.60167000255751190707e-04,1462024.0,1302080,3.23198891773458490202e+03,'2026-11-30T23:00:13.639Z',7.42676230001961812376e-02);
INSERT INTO "trial" VALUES(32,X'01A22EAFFABE78179E2AB55D7E9B1BF2',1,1,1,19,2,'ok',0,'repetitions',36,1,5.01040000915527343732e+01,5.97667512893676757803e+01,6.18999996185302734383e+01,7.53707523345947265607e+01,9.15528904596964480337e+02,3.63492244554087437784e+03,6.06430015563964843741e+01,7.114299774169921875e+01,0.000308429793221876,3.65652000255067832767e-04,1386384.0,1226440,3.22139629340241344834e+03,'2026-11-30T23:00:14.654Z',7.39619342489277187269e-02);
INSERT INTO "trial" VALUES(34,X'01A22EAFFEC5765C88112C6475161FC4',1,1,1,21,2,'ok',0,'repetitions',36,1,4.99729995727539062517e+01,5.82337493896484374982e+01,6.07024993896484375008e+01,67.1402473449707,6.42480412589179081814e+01,9.84821723220274236609e+00,5.86699981689453124982e+01,6.33079986572265625017e+01,0.000308429793221876,4.44399000116391107439e-04,1462024.0,1302080,3.22140714899784779854e+03,'2026-11-30T23:00:14.654Z',6.09580912491765047889e-02);
INSERT INTO "trial" VALUES(36,X'01A22EAFFEF277A099E9ED133767F47F',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A22EAFFEF3753195A2C7983B349582',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A22EAFFEF372B19BE658E2C4678BA5',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A22EAFFEF373F69FCC7F4FE6B55E2E',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(40,X'01A22EAFFEF3765E8DD41EBD1D5EDD49',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A22EAFFEF37DE3B00C2A5F9A6DE627',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A22EAFFEF378EDB06C6A46EFE0359C',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(43,X'01A22EAFFEF37D1DA7FDC068AD98E018',1,1,2,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(44,X'01A22EAFFEF37F5EABC461BD3EB7B5CF',1,1,2,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(45,X'01A22EAFFEF3710C930D40B6344123CD',1,1,2,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(46,X'01A22EAFFEF3721DA62E2BB3C2912720',1,1,2,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(47,X'01A22EAFFEF47196BEA0134EB36A17C3',1,1,2,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(48,X'01A22EAFFEF47936AA2CA9556DA590E6',1,1,2,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:15.730Z',0.0);
INSERT INTO "trial" VALUES(53,X'01A22EAFFEF4755E8A854345A3CAEC5B',1,1,2,18,1,'ok',0,'stable',90,1,1.02320999145507812505e+02,1.07129247665405273441e+02,1.17449001312255859371e+02,1.29490993499755859376e+02,8.37209647284613765836e+02,4.0774498268682864365e+03,1.1308100128173828125e+02,1.22127998352050781249e+02,0.000308429793221876,7.40000359655823558568e-07,889628.0,16,3.22351051761949565846e+03,'2026-11-30T23:00:15.732Z',1.26241398999809462111e-01);
INSERT INTO "trial" VALUES(54,X'01A22EAFFF7375EEAE11FBA72D01B584',1,1,2,19,1,'ok',0,'budget',198,2,3.1774499893188476562e+01,3.46582489013671874995e+01,5.04142494201660156232e+01,52.1644983291626,311.212507276824,1.6907068071714140842e+03,4.97524986267089843741e+01,5.10999984741210937482e+01,0.000308429793221876,1.97027000467642210423e-04,914256.0,834312,3236.66551811782,'2026-11-30T23:00:15.859Z',1.46278568000070663401e-01);
INSERT INTO "trial" VALUES(55,X'01A22EB00006724A97621F092C306D5B',1,1,2,20,1,'ok',0,'budget',123,1,9.983699798583984375e+01,1.01885002136230468745e+02,1.18089996337890625001e+02,1.42561004638671875001e+02,8.11668575255851465054e+02,3.38964233654845656937e+03,1.09033996582031250005e+02,1.29050994873046874999e+02,0.000308429793221876,3.38219599962030770257e-03,2608512.0,2528512,3.22355469291675854033e+03,'2026-11-30T23:00:16.006Z',1.59321196999826497631e-01);
INSERT INTO "trial" VALUES(67,X'01A22EB0033A71B19590312A4C01EF92',1,1,2,19,2,'ok',0,'repetitions',36,2,3.18344993591308593754e+01,3.24929990768432617196e+01,3.55562496185302734375e+01,4.81735000610351562491e+01,3.95762916141086122934e+01,8.00714497975794436968e+00,3.26155014038085937504e+01,4.72680015563964843732e+01,0.000308429793221876,1.89381999916804488748e-04,914256.0,834312,3.22563558934416869301e+03,'2026-11-30T23:00:16.826Z',4.25391273330812252906e-02);
INSERT INTO "trial" VALUES(70,X'01A22EB006017A9FBA7B2B0794B3186D',1,1,3,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(71,X'01A22EB0060278F4B903DA0D01F06606',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(72,X'01A22EB0060278FC945B5A1D5CDAE542',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(73,X'01A22EB006027DD6A5A67128529E7CF3',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(74,X'01A22EB006027A1A9BE47D17055FA23F',1,1,3,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(75,X'01A22EB006027A8288E509AEA1FB6693',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(76,X'01A22EB006027FA0BC077DC5D457CFB9',1,1,3,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(77,X'01A22EB0060278C2A40F6C4F5BA96E0C',1,1,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(79,X'01A22EB0060271BFB41D9C38DB722CF0',1,1,3,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(80,X'01A22EB0060274D0BE610D4D92CD6DBF',1,1,3,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(81,X'01A22EB006027AAB96FC3E8342E04C0F',1,1,3,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:17.537Z',0.0);
INSERT INTO "trial" VALUES(85,X'01A22EB0060371E69FD276B5DB22EC9A',1,1,3,18,1,'ok',0,'stable',115,3,1.92823333740234375e+01,1.9399333953857421875e+01,19.5396671295166,1.99188327789306640625e+01,1.31656885611492640469e+02,850.435034795321,1.94663333892822265625e+01,1.96133327484130859375e+01,3.08422546368092298507e-04,4.71000021207146346569e-07,729072.0,16,3223.51032484231,'2026-11-30T23:00:17.539Z',0.0886371550000149);
INSERT INTO "trial" VALUES(86,X'01A22EB0065D7626A59F139AF4B89D71',1,1,3,19,1,'ok',0,'max_samples',200,3,1.728566741943359375e+01,1.76946663856506347656e+01,2.02980003356933593741e+01,2.3849332809448242187e+01,148.253266248703,1.03692772377349410814e+03,1.91690006256103515625e+01,21.7103328704834,3.08422546368092298507e-04,1.03562999811401823535e-04,791232.0,774904,3.22773819696244754586e+03,'2026-11-30T23:00:17.628Z',9.71093620000829105265e-02);
INSERT INTO "trial" VALUES(87,X'01A22EB006BE7C61B3F25C9BABBD049C',1,1,3,20,1,'ok',0,'stable',75,1,2.39239997863769531254e+01,2.51365003585815429678e+01,2.71909999847412109375e+01,3.04320001602172851562e+01,2.78332800038655605581e+01,3.14446087927425343977e+00,2.56580009460449218758e+01,2.86529998779296875e+01,3.08422546368092298507e-04,5.76204000026336871087e-04,1180700.0,1164316,3.22776065904333245271e+03,'2026-11-30T23:00:17.726Z',3.95328399999925750307e-02);
INSERT INTO "trial" VALUES(98,X'01A22EB00A3F70979B26672F640C4577',1,1,3,13,1,'ok',0,'stable',160,3,1.61669998168945312495e+01,1.79728336334228515629e+01,1.95546665191650390625e+01,2.13022494316101074218e+01,1.56777549397945392684e+02,9.91352760864104084245e+02,1.89486675262451171875e+01,2.0134332656860351562e+01,3.08422546368092298507e-04,4.38947999555239221081e-04,884556.0,868172,3.22773858251681804187e+03,'2026-11-30T23:00:18.623Z',0.0976863669998238);
INSERT INTO "trial" VALUES(101,X'01A22EB00ACC78449FC994DAE076B62D',1,1,3,13,2,'ok',0,'repetitions',36,3,1.45203332901000976558e+01,1.74064993858337402343e+01,2.00658330917358398428e+01,2.39294166564941406254e+01,2.45582626978556305629e+02,1.34318331947906472118e+03,1.81506671905517578125e+01,2.35270004272460937495e+01,3.08422546368092298507e-04,2.8885900019304244779e-04,884556.0,868172,3.22118559510705881627e+03,'2026-11-30T23:00:18.764Z',4.59548988008464179277e-02);
INSERT INTO "trial" VALUES(102,X'01A22EB00D74774CA3EE0AD22C17DE30',1,1,3,19,2,'ok',0,'repetitions',36,3,1.72686672210693359375e+01,1.99837498664855957031e+01,2.41951665878295898428e+01,2.61916246414184570321e+01,2.4650950055652194237e+02,1.33916884651740292612e+03,2.09220008850097656245e+01,2.49966659545898437508e+01,3.08422546368092298507e-04,7.82150000304682180285e-05,791232.0,774904,3.2256243577953537169e+03,'2026-11-30T23:00:18.764Z',5.10981877990161620362e-02);
INSERT INTO "trial" VALUES(103,X'01A22EB00D7479E89A5D193EABF61511',1,1,3,18,2,'ok',0,'repetitions',36,2,1.937933349609375e+01,2.18690834045410156241e+01,2.85759992599487304687e+01,2.95162496566772460928e+01,2.64828378889295805724e+01,4.51234066939149425223e+00,2.46726665496826171866e+01,2.92344989776611328133e+01,3.08422546368092298507e-04,4.50999777967808768153e-07,729072.0,16,3.2256243577953537169e+03,'2026-11-30T23:00:18.764Z',3.43923468001776228009e-02);
INSERT INTO "trial" VALUES(106,X'01A22EB00D867F0D87C3EEB48F31151E',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(107,X'01A22EB00D87745E80494AE265D47523',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(108,X'01A22EB00D8771A8B51CA587CDD2A6E1',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(109,X'01A22EB00D877EBCBAE0E6DAE4D2E84D',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(110,X'01A22EB00D8774869A3C9DFC8224489B',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(111,X'01A22EB00D87733BB28260D0D03AEC3C',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(112,X'01A22EB00D877175BAF20A6E368FBA4D',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(113,X'01A22EB00D877A8AB0000EE676F5E2F9',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(115,X'01A22EB00D87788C85EBC713B9F15457',1,1,4,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(116,X'01A22EB00D8773168A5542DD473DCDE5',1,1,4,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(117,X'01A22EB00D877116876FB026968AEFB4',1,1,4,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(118,X'01A22EB00D8776CB82F31382C4E0AAD0',1,1,4,15,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(119,X'01A22EB00D877C48A3DA926238BEF1AF',1,1,4,16,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T23:00:19.462Z',0.0);
INSERT INTO "trial" VALUES(121,X'01A22EB00D8878EBB0A5EF0E5E3F54A8',1,1,4,18,1,'ok',0,'confidence',20,3,1.83309993743896484375e+01,18.357666015625,1.8377666473388671875e+01,1.84049162864685058593e+01,1.840085000991821218e+01,8.11339845846523188832e-02,18.357666015625,1.840399932861328125e+01,3.08422546368092298507e-04,4.70000031782547e-07,484684.0,16,3.2362392529523522171e+03,'2026-11-30T23:00:19.464Z',3.74400979999336414039e-02);
INSERT INTO "trial" VALUES(122,X'01A22EB00DAE706F87204380C7E58234',1,1,4,19,1,'ok',0,'max_samples',200,3,15.5823335647583,1.59029998779296875e+01,1.635883331298828125e+01,2.2292499542236328125e+01,1.02870520472526550293e+02,7.04728653525229447023e+02,1.61970005035400390625e+01,1.661100006103515625e+01,3.08422546368092298507e-04,9.28340000427851919084e-05,526464.0,518328,3.21937045797060818587e+03,'2026-11-30T23:00:19.502Z',9.51279969999632157851e-02);
INSERT INTO "trial" VALUES(123,X'01A22EB00E0E74268762AC33A7339040',1,1,4,20,1,'ok',0,'stable',175,3,2.12063331604003906254e+01,21.3013334274292,2.14933338165283203133e+01,2.87853336334228515625e+01,1.7299573908124651211e+02,1.03908767377628691969e+03,2.13966674804687500004e+01,2.17169990539550781258e+01,3.08422546368092298507e-04,4.59296999906655400991e-04,622288.0,614096,3.22818247028339419557e+03,'2026-11-30T23:00:19.598Z',9.66340660002060758415e-02);
INSERT INTO "trial" VALUES(132,X'01A22EB010DA79CB8432C46B4D74E511',1,1,4,14,1,'ok',0,'max_samples',200,5,8.78439998626709,1.09659001827239990236e+01,1.14503002166748046875e+01,1.28561501502990722651e+01,9.25178317642211851552e+01,6.84555521147900662964e+02,1.12209997177124023439e+01,1.1770000457763671875e+01,3.08422546368092298507e-04,5.19417999839788535609e-04,577876.0,569684,3.21928206918533078352e+03,'2026-11-30T23:00:20.314Z',1.11383685999953740974e-01);
INSERT INTO "trial" VALUES(137,X'01A22EB011B37B799B7DAC83DE07B7CE',1,1,4,14,2,'ok',0,'repetitions',36,5,1.0732000350952148437e+01,1.21439378261566162105e+01,1.27601251602172851564e+01,1.35110499858856201169e+01,1.29441847536298961786e+01,1.15929030606776373168e+00,1.22510004043579101562e+01,1.32466001510620117191e+01,3.08422546368092298507e-04,4.21506999828125117346e-04,577876.0,569684,3.21909456720217485785e+03,'2026-11-30T23:00:20.531Z',6.29658269990613916888e-02);
INSERT INTO "trial" VALUES(140,X'01A22EB027A1738F8EF541BDAB5E1FC4',1,1,1,21,3,'ok',0,'repetitions',36,2,4.16170005798339843767e+01,5.66679992675781250008e+01,5.89300003051757812508e+01,6.17469987869262695303e+01,3.95574071778191466829e+02,2.01614673537516318909e+03,5.71015014648437500008e+01,6.0813999176025390625e+01,3.08422546368092298507e-04,2.40307999774813652038e-04,1462024.0,1302080,3.22119543889539545491e+03,'2026-11-30T23:00:21.146Z',1.37947521692659891279e-01);
INSERT INTO "trial" VALUES(145,X'01A22EB027A27315BD6B4C5E80EE75B1',1,1,1,18,2,'ok',0,'repetitions',36,1,1.33699005126953124995e+02,1.40356746673583984369e+02,1.46577995300292968743e+02,1.52777252197265625e+02,1.47907888200547972699e+02,1.27369451805112845479e+01,1.41623992919921875004e+02,1.51011993408203124998e+02,3.08422546368092298507e-04,5.59999989491188898682e-07,1354440.0,16,3.2151201401649550462e+03,'2026-11-30T23:00:21.146Z',5.39845686925778320275e-02);
INSERT INTO "trial" VALUES(151,X'01A22EB027A27227AA9AF9C1552A1E3F',1,1,1,20,2,'ok',0,'repetitions',36,1,1.63595001220703124998e+02,1.76293998718261718744e+02,1.85746002197265625e+02,2.34650497436523437495e+02,8.79057094573974609399e+02,4.05649383386846830055e+03,1.80537002563476562493e+02,2.30139007568359375008e+02,3.08422546368092298507e-04,2.7702441000201361021e-02,4940164.0,4780164,3.21739008560077672876e+03,'2026-11-30T23:00:21.146Z',1.42081339691650598844e-01);
INSERT INTO "trial" VALUES(152,X'01A22EB027AD7FD797F3C239FC6EF713',1,1,2,19,3,'ok',0,'repetitions',36,1,3.3201999664306640625e+01,47.5314998626709,5.13360004425048828142e+01,5.46995000839233398454e+01,5.16100280549791108359e+01,1.17003567983706702193e+01,4.88110008239746093758e+01,5.34599990844726562482e+01,3.08400311041623353958e-04,2.82958000298094702884e-04,914256.0,834312,3.22777170842870691548e+03,'2026-11-30T23:00:26.157Z',3.25618624008711804451e-02);
INSERT INTO "trial" VALUES(158,X'01A22EB0337479E0A352C0A3466BB44E',1,1,2,20,2,'ok',0,'repetitions',36,1,1.01108001708984375e+02,1.38313003540039062503e+02,1.48917503356933593754e+02,1.59023750305175781251e+02,1.15516800710890038322e+03,4.46232454603924452371e+03,1.43076995849609374996e+02,1.57253997802734374993e+02,3.08400311041623353958e-04,2.71300539998264866881e-02,2608512.0,2528512,3.12430721264577641697e+03,'2026-11-30T23:00:26.157Z',0.23481012239954);
INSERT INTO "trial" VALUES(159,X'01A22EB03374742E9A69C5E0ECDCA855',1,1,2,18,2,'ok',0,'repetitions',36,1,1.23559997558593750001e+02,1.42898250579833984374e+02,1.48887496948242187494e+02,1.62893997192382812503e+02,1.50648056030273437503e+02,1.2820251123292509376e+01,1.43858001708984375001e+02,1.60639999389648437501e+02,3.08400311041623353958e-04,5.51000084669794887304e-07,889628.0,16,3.22966389888377580059e+03,'2026-11-30T23:00:26.157Z',2.28561014003389600945e-02);
INSERT INTO "trial" VALUES(162,X'01A22EB033C97F50B9DFEF11D0C09FDD',1,1,3,13,3,'ok',0,'repetitions',36,3,1.46873331069946289062e+01,1.85732088088989257812e+01,1.96327505111694335937e+01,2.19509997367858886727e+01,2.02136550479465064715e+01,3.71223047993918164877e+00,18.875,2.12596664428710937491e+01,3.08400311041623353958e-04,3.71283000276889652013e-04,884556.0,868172,3223.52127733072,'2026-11-30T23:00:29.257Z',3.22474625635891243291e-02);
INSERT INTO "trial" VALUES(163,X'01A22EB03D2D785E934CFF969B12D646',1,1,3,19,3,'ok',0,'repetitions',36,3,1.7743000030517578125e+01,21.9600830078125,2.41468334197998046875e+01,2.57947506904602050789e+01,4.14052107810974121112e+02,2.34242398169263333338e+03,23.2185001373291,2.50564994812011718758e+01,3.08400311041623353958e-04,9.35939997361856512725e-05,791232.0,774904,3.22986375012570169919e+03,'2026-11-30T23:00:29.257Z',3.92031865621333963645e-02);
INSERT INTO "trial" VALUES(164,X'01A22EB03D2E78ACB10A3A3532FC9979',1,1,3,18,3,'ok',0,'repetitions',36,2,1.93763332366943359375e+01,2.09933743476867675772e+01,2.893650054931640625e+01,3.02036247253417968741e+01,2.70731019443935814203e+01,6.57128478906045465635e+00,2.14500007629394531241e+01,3.00760002136230468754e+01,3.08400311041623353958e-04,7.71000031818402931094e-07,729072.0,16,3.21929321344216123174e+03,'2026-11-30T23:00:29.257Z',9.81980456293740644468e-03);
INSERT INTO "trial" VALUES(167,X'01A22EB03D2E7A019F8B6D1977514CF8',1,1,3,20,2,'ok',0,'repetitions',36,2,2.46609992980957031254e+01,3.15667500495910644539e+01,3.30189990997314453125e+01,3.48726243972778320316e+01,4.78725079960293214758e+02,2.67299180095619885841e+03,3.18295001983642578125e+01,3.38930015563964843745e+01,3.08400311041623353958e-04,4.83261000226775649935e-04,1180700.0,1164316,3.21728898704224138774e+03,'2026-11-30T23:00:29.257Z',7.4717385562905747065e-02);
INSERT INTO "trial" VALUES(178,X'01A22EB03D7C7AFABFF653FE313A8D3A',1,1,4,14,3,'ok',0,'repetitions',36,5,8.5799999237060546875e+00,9.90800023078918457031e+00,1.08322000503540039062e+01,1.24743998050689697265e+01,1.46078304873572449194e+02,8.07746582131548279941e+02,1.02712001800537109372e+01,1.17939996719360351562e+01,3.08400311041623353958e-04,2.35378000070340931415e-04,577876.0,569684,3.23411408534346855956e+03,'2026-11-30T23:00:31.740Z',3.32533915994948359173e-02);
INSERT INTO "trial" VALUES(180,X'01A22EB044F77138B2D2C932CA55A38A',1,1,4,19,2,'ok',0,'repetitions',36,4,1.58520002365112304691e+01,1.63855409622192382812e+01,2.16064996719360351566e+01,2.32094998359680175785e+01,1.59654009315702637649e+02,8.36077179464297159938e+02,1.6813999176025390625e+01,2.28390007019042968745e+01,3.08400311041623353958e-04,7.7264000083232531324e-05,526464.0,518328,3.23199995701059697244e+03,'2026-11-30T23:00:31.740Z',2.85607375991579204299e-02);
INSERT INTO "trial" VALUES(182,X'01A22EB044F87C409241030DED8C9553',1,1,4,18,2,'ok',0,'repetitions',36,3,1.82006664276123046875e+01,1.82777495384216308593e+01,1.8381000518798828125e+01,2.88307504653930664062e+01,4.97413523144192140515e+02,1.9847145227107382652e+03,1.82873325347900390625e+01,2.86107501983642578116e+01,3.08400311041623353958e-04,4.11000200983835384249e-07,484684.0,16,3.2364522885870628669e+03,'2026-11-30T23:00:31.740Z',9.93645785980637186174e-02);
INSERT INTO "trial" VALUES(186,X'01A22EB044F870FB96056190401574EA',1,1,4,20,2,'ok',0,'repetitions',36,3,2.11329994201660156241e+01,2.20313334465026855468e+01,2.76524171829223632803e+01,2.89932498931884765616e+01,2.7413921250237358151e+01,5.95966857156085527691e+00,2.28974990844726562495e+01,2.86166667938232421875e+01,3.08400311041623353958e-04,4.62281999716651625931e-04,622288.0,614096,3.23411408534346855956e+03,'2026-11-30T23:00:31.740Z',1.15060345984905627175e-02);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','b6c5a7bc4f0c432e',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["0","8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-30T23:00:11.939Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','7afda4c6c1322897',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-30T23:00:11.939Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','eac52bb4e57adb75',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-30T23:00:11.939Z');
INSERT INTO "variant" VALUES(8,'spmv','cpu','bsr','125594b2916afd40',0,'bsr{r=3,threads=0}','{"r":["3","2","4","8"],"threads":["0","1","4","16"]}','2026-11-30T23:00:11.939Z');
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
INSERT INTO "verification" VALUES(18,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(19,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(20,1,1.9765811437213723356e-01,3.70512685390413858198e-16,0,1,1,'');
INSERT INTO "verification" VALUES(21,1,1.9765811437213723356e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(32,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(34,1,1.9765811437213723356e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(53,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(54,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(55,1,1.5287417287654325726e-01,1.13647704431940756825e-07,0,1,1,'');
INSERT INTO "verification" VALUES(67,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(85,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(86,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(87,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(98,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(101,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(102,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(103,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(121,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(122,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(123,1,8.27032966568125166295e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(132,1,8.39578664932994905845e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(137,1,8.39578664932994905845e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(140,1,1.9765811437213723356e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(145,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(151,1,1.9765811437213723356e-01,3.70512685390413858198e-16,0,1,1,'');
INSERT INTO "verification" VALUES(152,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(158,1,1.5287417287654325726e-01,1.13647704431940756825e-07,0,1,1,'');
INSERT INTO "verification" VALUES(159,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(162,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(163,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(164,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(167,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(178,1,8.39578664932994905845e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(180,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(182,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(186,1,8.27032966568125166295e-02,9.67889015915624292742e-08,0,1,1,'');
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
  coalesce(r.stop_reason, '') IN ('repetitions', 'rounds') OR EXISTS (
    SELECT 1 FROM trial e
    WHERE e.context_id = w.context_id AND e.problem_id = w.problem_id AND e.config_id = r.config_id
      AND e.attempt <> r.attempt AND e.reaped = 0 AND e.outcome IN ('ok', 'dominated')) AS remeasured, -- 1: stands on a repeated measurement; an attempt that was disturbed or failed is none
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;
CREATE VIEW refusals AS
  -- Configurations that did not fit the newest code, with the kind of reason and the numbers in it.
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
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1 AND current = 1
);
CREATE VIEW context_label AS
  -- Contexts in words, as far as those of the file differ: empty where there is one.
SELECT
  k.context_id AS context_id, -- trials of one context may be compared
  trim(
    iif((SELECT count(DISTINCT name || arch || cores) FROM hardware) > 1,
        format('%s, %d cores; ', h.name, h.cores), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.arch <> h.arch), format('%s; ', h.arch), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.l2_bytes <> h.l2_bytes),
           format('L2 %.6g MiB; ', h.l2_bytes / 1048576.0), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.l3_bytes <> h.l3_bytes),
           format('L3 %.6g MiB; ', h.l3_bytes / 1048576.0), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.memory_bytes >> 30 <> h.memory_bytes >> 30),
           format('memory %d GiB; ', h.memory_bytes >> 30), '')
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
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions), on the machine, with the software and under the protocol that it was
  -- trained for. A choice that failed counts as ten times the oracle, as in `sptune evaluate`. As in regret, which a test
  -- holds to it, but that CROSS JOIN begins at the choices: `oracle` would look at all trials first.
WITH choice AS (
  SELECT m.uuid, m.created_at, m.kind, p.fold, p.us, p.low_us, p.high_us, k.context_id, p.problem_id, p.config_id, v.backend
  FROM prediction p
  JOIN model m ON m.model_id = p.model_id
  JOIN hardware h ON h.hw_hash = m.hw_hash
  JOIN environment e ON e.env_hash = m.env_hash
  JOIN policy w ON w.policy_hash = m.policy_hash
  JOIN context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = w.policy_id
  JOIN config c ON c.config_id = p.config_id
  JOIN variant v ON v.variant_id = c.variant_id
  WHERE p.position = 1
), fastest AS (
  SELECT q.context_id, q.problem_id, q.backend, t.trial_id, min(t.median_us) AS median_us
  FROM (SELECT DISTINCT context_id, problem_id, backend FROM choice) q
  CROSS JOIN usable t ON t.context_id = q.context_id AND t.problem_id = q.problem_id
  WHERE t.backend = q.backend AND t.baseline = 0 AND t.median_us IS NOT NULL
  GROUP BY q.context_id, q.problem_id, q.backend
), compared AS (
  SELECT c.uuid, c.created_at, c.kind, c.fold, c.us, c.low_us, c.high_us, r.*, r.outcome NOT IN ('ok', 'dominated') AS failed,
    o.trial_id AS oracle_id, o.configuration AS oracle, o.median_us AS oracle_us, o.log_var AS oracle_var
  FROM choice c
  CROSS JOIN result r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
  CROSS JOIN fastest f ON f.context_id = c.context_id AND f.problem_id = c.problem_id AND f.backend = c.backend
  CROSS JOIN result o ON o.trial_id = f.trial_id
  WHERE r.current = 1 AND r.outcome <> 'refused'
    AND (r.outcome NOT IN ('ok', 'dominated') OR (r.verified = 1 AND r.median_us IS NOT NULL))
)
SELECT
  uuid AS model, -- as in its file
  created_at, -- UTC
  kind, -- learner, or what an evaluation was
  fold, -- fold of the cross-validation that left the problem out
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  matrix_group, -- group of A
  variant, -- kernel of what the model puts first
  configuration, -- what the model puts first
  failed, -- 1: it failed, and was not measured
  us AS predicted_us, -- time that it predicted
  low_us, -- lower end of its interval
  high_us, -- upper end of its interval
  iif(failed, NULL, median_us) AS median_us, -- time that was measured; NULL where it failed
  oracle, -- fastest configuration
  oracle_us, -- its time
  iif(failed, 10.0, median_us / oracle_us) AS slowdown, -- 1 is the oracle; 10 where it failed
  iif(failed, 0, trial_id = oracle_id
    OR (outcome = 'ok' AND coalesce(abs(ln(median_us / oracle_us)) <= tie_factor * sqrt(2 * (log_var + oracle_var)),
                                    abs(median_us / oracle_us - 1) < 0.01))) AS tie, -- 1: not told from the oracle
  iif(failed, NULL, median_us BETWEEN low_us AND high_us) AS held, -- 1: the interval holds the measured time; NULL where it failed
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM compared;
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
  sum(wall_s) AS wall_s, -- time of the attempts that these results stand on, s: disturbed and superseded ones are left out
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM result WHERE current = 1
GROUP BY context_id, problem_id, backend;
