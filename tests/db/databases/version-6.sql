PRAGMA application_id = 1936749678;
PRAGMA user_version = 6;
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
INSERT INTO "config" VALUES(6,'ff104f57b77a400130d90765470fd3b9',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(13,'d2755430c6693b3b6ce0be599a1abce4',16,'eigen{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(14,'5a62284d4ba57665a12b346c6652ef01',16,'eigen{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(15,'e631137a57e0d0f2bac03c34e618561f',16,'eigen{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(17,'8fe64633acfc633eaa173d296415adc4',1,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":"nnz","width":8,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(21,'f1a8acbfeca05c8427e2ad068abcdb08',1,'csr{schedule=nnz,width=8,prefetch=false,threads=1}','{"schedule":"nnz","width":8,"prefetch":false,"threads":1}',0);
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
INSERT INTO "drift" VALUES(1,'','2026-11-27T11:21:27.677Z',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',1.28187701416015624998e+03,'0.60 of its threads waited for a core on average');
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
INSERT INTO "failure" VALUES(1,'fit','the longest row has 55 entries, a mean of 9: 6600000 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','at least 18526 pieces of diagonals of 32 rows for 96203 entries: 4819264 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(13,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(14,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(27,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(28,'fit','at least 10989 pieces of diagonals of 32 rows for 59049 entries: 2857404 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(53,'fit','at least 1674 pieces of diagonals of 32 rows for 7931 entries: 435744 bytes, more than 4 times the 103176 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(62,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(63,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'470204900fdb8dc473ecce58a1c98fb8','Intel(R) Xeon(R) Processor','cpu','x86-64 GenuineIntel 6/167 avx512',2,2097152,503316480,25276502016,'{}');
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
INSERT INTO "load" VALUES(15,2.06751399964559823274e-02,9.91082720770568803558e-01,2.90203597220066558306e+03,NULL,NULL,4.98424678215272753956e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(17,2.07658979998086579144e-02,9.17751835252951675414e-01,9.14961635667047517e+02,NULL,NULL,4.43274834469408074433e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21,1.33883929956937208771e-02,3.24467619183106247698e-03,7.46915630816665441224e+01,NULL,NULL,5.25828602767342834223e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(25,8.7462259980384260416e-03,6.38459376793189314902e-01,3.20138080199159549008e+03,NULL,NULL,3.19566405094014349685e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(26,8.7462259980384260416e-03,6.38459376793189314902e-01,3.20138080199159549008e+03,NULL,NULL,3.19566405094014349685e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(41,1.3959561001684051007e-02,9.96513715461522897598e-01,3.00869060244324373334e+03,NULL,NULL,5.00946985239200337503e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(43,1.04091699904529377818e-03,1.01746825248450956102e+00,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(44,7.81365000875666737556e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(51,6.52989999798592180013e-03,6.46474678218970644216e-01,3.9816842536668896172e+03,NULL,NULL,3.25732400251427967052e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(52,6.52989999798592180013e-03,6.46474678218970644216e-01,3.9816842536668896172e+03,NULL,NULL,3.25732400251427967052e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(64,1.54148800356779247522e-03,1.24029508862250042316e-02,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(66,1.09025800338713452219e-03,1.06382158754782474296e+00,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(67,1.17865100037306547164e-03,1.06982473997894511619e+00,8.48427566500584930467e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(70,1.83191099495161324739e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(76,1.46787199628306552767e-03,2.17409965452436577948e-02,5.45006650461180561272e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(77,1.46787199628306552767e-03,2.17409965452436577948e-02,5.45006650461180561272e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(79,0.0299452269973699,8.21063971301989492523e-01,1.60292657004122406755e+03,NULL,NULL,4.17896314592246242991e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(80,0.0299452269973699,8.21063971301989492523e-01,1.60292657004122406755e+03,NULL,NULL,4.17896314592246242991e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(81,0.0299452269973699,8.21063971301989492523e-01,1.60292657004122406755e+03,NULL,NULL,4.17896314592246242991e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(86,6.67285399686079472303e-03,7.62256450147563158203e-01,3.44680102559118131471e+03,NULL,NULL,3.62213829469782200298e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(87,6.67285399686079472303e-03,7.62256450147563158203e-01,3.44680102559118131471e+03,NULL,NULL,3.62213829469782200298e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(88,0.00335191200429108,1.85479212820815857198e-02,4.77339499948595948801e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(89,0.00335191200429108,1.85479212820815857198e-02,4.77339499948595948801e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(93,2.40944819961441680788e-02,8.00773969869433832613e-01,1743.13770292805,NULL,NULL,4.0000859952428075017e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(94,2.40944819961441680788e-02,8.00773969869433832613e-01,1743.13770292805,NULL,NULL,4.0000859952428075017e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(95,2.40944819961441680788e-02,8.00773969869433832613e-01,1743.13770292805,NULL,NULL,4.0000859952428075017e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(99,6.51997399836545810103e-03,6.54103528797658317905e-01,3.98774596440386676484e+03,NULL,NULL,3.3451053645053757668e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(100,6.51997399836545810103e-03,6.54103528797658317905e-01,3.98774596440386676484e+03,NULL,NULL,3.3451053645053757668e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(102,3.25526300002820789813e-03,1.99495401752246455384e-02,4.91511745744087511422e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(103,3.25526300002820789813e-03,1.99495401752246455384e-02,4.91511745744087511422e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "matrix" VALUES(3,'b309b2cfb3a544fdf1e8d0698877fc92','64fced3513494c57f792d34e1262d6e7','observations{rows=2000,unknowns=700,mean=3,shared=1,stretch=250,seed=1}','observations','train','observations{rows=2000,unknowns=700,mean=3,shared=1,stretch=250,seed=1}','least squares','general','real',2000,708,7931,'{"entries_in_file":7931,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
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
INSERT INTO "pass" VALUES(25,1,12,4.3578900146484375001e+02);
INSERT INTO "pass" VALUES(25,2,12,3.30259506225585937506e+02);
INSERT INTO "pass" VALUES(25,3,12,395.85400390625);
INSERT INTO "pass" VALUES(26,1,12,7.32675018310546875008e+01);
INSERT INTO "pass" VALUES(26,2,12,7.31774978637695312517e+01);
INSERT INTO "pass" VALUES(26,3,12,7.4274501800537109375e+01);
INSERT INTO "pass" VALUES(51,1,12,3.70788986206054687493e+02);
INSERT INTO "pass" VALUES(51,2,12,3.15834991455078125006e+02);
INSERT INTO "pass" VALUES(51,3,12,3.2376550292968749999e+02);
INSERT INTO "pass" VALUES(52,1,12,1.57236247062683105464e+01);
INSERT INTO "pass" VALUES(52,2,12,1.60651235580444335933e+01);
INSERT INTO "pass" VALUES(52,3,12,1.60798740386962890625e+01);
INSERT INTO "pass" VALUES(76,1,12,4.3365383148193359375e+00);
INSERT INTO "pass" VALUES(76,2,12,4.22460722923278808593e+00);
INSERT INTO "pass" VALUES(76,3,12,4.35504984855651855468e+00);
INSERT INTO "pass" VALUES(77,1,12,2.149250030517578125e+00);
INSERT INTO "pass" VALUES(77,2,12,2.15040361881256103515e+00);
INSERT INTO "pass" VALUES(77,3,12,2.15832686424255371093e+00);
INSERT INTO "pass" VALUES(79,1,12,3.03986999511718750002e+02);
INSERT INTO "pass" VALUES(79,2,12,3.56880996704101562501e+02);
INSERT INTO "pass" VALUES(79,3,12,3.28847000122070312502e+02);
INSERT INTO "pass" VALUES(80,1,12,7.45799980163574218741e+01);
INSERT INTO "pass" VALUES(80,2,12,7.50455055236816406241e+01);
INSERT INTO "pass" VALUES(80,3,12,7.41790008544921875e+01);
INSERT INTO "pass" VALUES(81,1,12,3.11589996337890625006e+02);
INSERT INTO "pass" VALUES(81,2,12,316.364501953125);
INSERT INTO "pass" VALUES(81,3,12,3.06863006591796874992e+02);
INSERT INTO "pass" VALUES(86,1,12,3.16650512695312499997e+02);
INSERT INTO "pass" VALUES(86,2,12,2.63126510620117187505e+02);
INSERT INTO "pass" VALUES(86,3,12,261.64599609375);
INSERT INTO "pass" VALUES(87,1,12,1.56698741912841796875e+01);
INSERT INTO "pass" VALUES(87,2,12,15.671875);
INSERT INTO "pass" VALUES(87,3,12,1.5653624057769775391e+01);
INSERT INTO "pass" VALUES(88,1,12,4.1231784820556640625e+00);
INSERT INTO "pass" VALUES(88,2,12,4.33671450614929199218e+00);
INSERT INTO "pass" VALUES(88,3,12,4.30617833137512207031e+00);
INSERT INTO "pass" VALUES(89,1,12,2.1463702917099);
INSERT INTO "pass" VALUES(89,2,12,2.08977770805358886718e+00);
INSERT INTO "pass" VALUES(89,3,12,2.1111665964126586914e+00);
INSERT INTO "pass" VALUES(93,1,12,3.26338500976562500004e+02);
INSERT INTO "pass" VALUES(93,2,12,3.05563003540039062493e+02);
INSERT INTO "pass" VALUES(93,3,12,3.26717010498046875007e+02);
INSERT INTO "pass" VALUES(94,1,12,7.70090026855468749982e+01);
INSERT INTO "pass" VALUES(94,2,12,7.78035049438476562517e+01);
INSERT INTO "pass" VALUES(94,3,12,7.6840000152587890625e+01);
INSERT INTO "pass" VALUES(95,1,12,2.99646499633789062493e+02);
INSERT INTO "pass" VALUES(95,2,12,3.02985488891601562489e+02);
INSERT INTO "pass" VALUES(95,3,12,3.04365493774414062498e+02);
INSERT INTO "pass" VALUES(99,1,12,3.70731002807617187493e+02);
INSERT INTO "pass" VALUES(99,2,12,3.70361495971679687499e+02);
INSERT INTO "pass" VALUES(99,3,12,3.70482498168945312494e+02);
INSERT INTO "pass" VALUES(100,1,12,1.6020374298095703125e+01);
INSERT INTO "pass" VALUES(100,2,12,1.60066251754760742183e+01);
INSERT INTO "pass" VALUES(100,3,12,1.60028743743896484375e+01);
INSERT INTO "pass" VALUES(102,1,12,4.12171411514282226562e+00);
INSERT INTO "pass" VALUES(102,2,12,4.12067866325378417968e+00);
INSERT INTO "pass" VALUES(102,3,12,4.10199999809265136718e+00);
INSERT INTO "pass" VALUES(103,1,12,2.09899997711181640625e+00);
INSERT INTO "pass" VALUES(103,2,12,2.09509253501892089843e+00);
INSERT INTO "pass" VALUES(103,3,12,2.09729611873626708984e+00);
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
INSERT INTO "place" VALUES(13,'',0,13);
INSERT INTO "place" VALUES(14,'',0,14);
INSERT INTO "place" VALUES(15,'',0,15);
INSERT INTO "place" VALUES(17,'',0,17);
INSERT INTO "place" VALUES(21,'',0,21);
INSERT INTO "place" VALUES(25,'',0,25);
INSERT INTO "place" VALUES(26,'',0,26);
INSERT INTO "place" VALUES(27,'',26,27);
INSERT INTO "place" VALUES(28,'',26,28);
INSERT INTO "place" VALUES(39,'',26,39);
INSERT INTO "place" VALUES(40,'',26,40);
INSERT INTO "place" VALUES(41,'',26,41);
INSERT INTO "place" VALUES(43,'',26,43);
INSERT INTO "place" VALUES(44,'',26,44);
INSERT INTO "place" VALUES(51,'',26,51);
INSERT INTO "place" VALUES(52,'',26,52);
INSERT INTO "place" VALUES(53,'',52,53);
INSERT INTO "place" VALUES(62,'',52,62);
INSERT INTO "place" VALUES(63,'',52,63);
INSERT INTO "place" VALUES(64,'',52,64);
INSERT INTO "place" VALUES(66,'',52,66);
INSERT INTO "place" VALUES(67,'',52,67);
INSERT INTO "place" VALUES(70,'',52,70);
INSERT INTO "place" VALUES(76,'',52,76);
INSERT INTO "place" VALUES(77,'',52,77);
INSERT INTO "place" VALUES(79,'',0,79);
INSERT INTO "place" VALUES(80,'',0,80);
INSERT INTO "place" VALUES(81,'',0,81);
INSERT INTO "place" VALUES(86,'',26,86);
INSERT INTO "place" VALUES(87,'',26,87);
INSERT INTO "place" VALUES(88,'',52,88);
INSERT INTO "place" VALUES(89,'',52,89);
INSERT INTO "place" VALUES(93,'',0,93);
INSERT INTO "place" VALUES(94,'',0,94);
INSERT INTO "place" VALUES(95,'',0,95);
INSERT INTO "place" VALUES(99,'',26,99);
INSERT INTO "place" VALUES(100,'',26,100);
INSERT INTO "place" VALUES(102,'',52,102);
INSERT INTO "place" VALUES(103,'',52,103);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'9574c0f6c9befe2e1b9e4cfca9bc201e','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.02}');
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
INSERT INTO "problem" VALUES(2,'c0e20c74be3589a1bef6e7b59f7c1020','spmv','f64',2,NULL,'x','',1,118098,NULL,729072.0);
INSERT INTO "problem" VALUES(3,'cb3b4c7124463185ba36adb4013d5c9f','spmv','f64',3,NULL,'x','',1,15862,NULL,124840.0);
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
INSERT INTO "repeated" VALUES(93,1,1,15,3,108,9,9.61358119096176466644e-02,2.16708999633789062494e+02,2.2361774444580078125e+02,3.28981002807617187492e+02,4.36494499206542968744e+02,3.37345546157271769516e+02,99.8455893593276,1.23012233086654987346e-01,6.27062499523162841796e-01,2.30000296141952276229e-07,4.0608044564748197445e+03,7.99891780247673489512e-02);
INSERT INTO "repeated" VALUES(94,1,1,21,3,108,9,6.9816142605931387835e-03,6.83079986572265625017e+01,72.5425033569336,7.45799980163574218741e+01,7.66339988708496093732e+01,1.10967195581506800289e+02,3.64930881980781407492e+02,2.31249804711637085841e-02,6.27062499523162841796e-01,2.27002601604908704757e-07,3.86969884632668254193e+03,3.60161979974474785737e-02);
INSERT INTO "repeated" VALUES(95,1,1,17,2,72,6,1.21874617985125270613e-02,1.88476989746093750001e+02,3.01046123504638671883e+02,3.07664749145507812502e+02,3.28731372833251953122e+02,3.16135167439778626882e+02,4.99984719940358601775e+01,2.47632933702256682884e-02,6.27062499523162841796e-01,3.25999280903488397598e-07,3.88960357351391940016e+03,0.0505804156938601);
INSERT INTO "repeated" VALUES(99,1,2,15,3,108,9,8.00917898685689910731e-02,1.51432998657226562501e+02,1.52360256195068359376e+02,3.70482498168945312494e+02,3.70867500305175781241e+02,2.99345665543167683605e+02,1.61723898385277806252e+02,1.99002714615124171038e-01,6.27062499523162841796e-01,8.29968485049903392791e-08,4.05960145877651666515e+03,5.59120853722561150789e-02);
INSERT INTO "repeated" VALUES(100,1,2,21,3,108,9,7.3366879051782992252e-03,1.55979995727539062495e+01,1.59923117160797119136e+01,1.60066251754760742183e+01,1.60196871757507324223e+01,1.64244489316587092275e+01,2.68581240358352291153e+00,1.35343931785887380131e-02,6.27062499523162841796e-01,1.13999703899025917053e-07,4.00115922418053742131e+03,1.31949683127459138631e-02);
INSERT INTO "repeated" VALUES(102,1,3,15,3,108,9,1.84928206645158417498e-02,4.062000274658203125e+00,4.19622683525085449218e+00,4.25361514091491699218e+00,4.45742511749267578125e+00,4.33260937090273223759e+00,6.5310254553526536636e-01,1.94968713669526824694e-02,6.27062499523162841796e-01,1.00000761449337e-07,4.0437716759842192004e+03,1.71050982735323486849e-02);
INSERT INTO "repeated" VALUES(103,1,3,6,3,108,9,7.91614772532834437557e-03,2.08762955665588378906e+00,2.09005552530288696289e+00,2.09942591190338134765e+00,2.1518147587776184082e+00,2.20066596402062319981e+00,3.7686949179223422357e-01,1.44784680290312665201e-02,6.27062499523162841796e-01,9.72799898590892553329e-06,3.79459041113732428122e+03,1.20502532136015361174e-02);
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
INSERT INTO "run" VALUES(1,'01a21cbd-24a4-716d-a7f6-a8f4276fd703',1,'quick','{}','finished','046a142696d0754623f9ce499582f815eb00b8cb',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-27T11:21:27.461Z','2026-11-27T11:21:29.348Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(43,'total',3,X'6EF27443C08A754385CB7943');
INSERT INTO "samples" VALUES(44,'total',10,X'D4CD7B413EB57C419D447D412A5C7D41B81E7D416C677D41568E7D4117597D41BB497D41703D7D41');
INSERT INTO "samples" VALUES(64,'total',25,X'709C87408A10874033618740B8358740B77D864035308640E9858640CD3F87408D3B864066388640A3FD8640327B8640556D8640EFEF854088CE8540DD52864093D3854020548640EB8285403039854028768640A12E8440DF0A83404FD582405A648340');
INSERT INTO "samples" VALUES(66,'total',3,X'711D9643792974436B7C7543');
INSERT INTO "samples" VALUES(67,'total',3,X'F212BC433F75804300C07743');
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
INSERT INTO "trial" VALUES(1,X'01A21CBD257F717C83BB01DDFDFC6E9F',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.678Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A21CBD257F73BA88CDA4874DDF666E',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.678Z',0.0);
INSERT INTO "trial" VALUES(13,X'01A21CBD257F76798166A38238A1D201',1,1,1,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.678Z',0.0);
INSERT INTO "trial" VALUES(14,X'01A21CBD257F7D1DA25E2DA2F602C53A',1,1,1,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.678Z',0.0);
INSERT INTO "trial" VALUES(15,X'01A21CBD257F757FA64E4BF9E0F5296D',1,1,1,15,1,'ok',0,'budget',60,1,2.14080001831054687498e+02,2.157352447509765625e+02,3.46630996704101562505e+02,4.36130256652832031232e+02,3.32880432383219385886e+02,1.1244707209908487755e+02,2.17335006713867187502e+02,4.34497985839843749991e+02,6.27062499523162841796e-01,2.69006704911589622497e-07,1354440.0,0,4076.30559243036,'2026-11-27T11:21:27.679Z',3.84708510027849115431e-02);
INSERT INTO "trial" VALUES(17,X'01A21CBD25B4745ABA364C450C0407EE',1,1,1,17,1,'ok',0,'budget',65,1,1.77130004882812500002e+02,2.97063995361328125003e+02,3.0162200927734375e+02,3.11377014160156250009e+02,3.09538615065354576921e+02,6.28612016409211520322e+01,2.98006988525390625003e+02,3.05691009521484374994e+02,6.27062499523162841796e-01,3.21997504215687513351e-07,1354440.0,24,3.92894692915622590588e+03,'2026-11-27T11:21:27.732Z',2.4325764999957755208e-02);
INSERT INTO "trial" VALUES(21,X'01A21CBD25F8764A94B79AC3F6E7D136',1,1,1,21,1,'ok',0,'max_samples',200,1,5.62039985656738281258e+01,5.9279753684997558592e+01,6.21840000152587890625e+01,65.2297477722168,6.41712203788757307165e+01,1.34524722242937357921e+01,61.6870002746582,62.7239990234375,6.27062499523162841796e-01,2.81004759017378091812e-07,1354440.0,16,4.07292552978353205629e+03,'2026-11-27T11:21:27.800Z',1.57709630002500489354e-02);
INSERT INTO "trial" VALUES(25,X'01A21CBD26AB7AF18CC752ECEE588FB0',1,1,1,15,2,'ok',0,'repetitions',36,1,2.16708999633789062494e+02,2.21243000030517578125e+02,4.05587005615234375e+02,4.37078506469726562515e+02,3.59200471666124144577e+02,104.325006925706,3.25087005615234374993e+02,4.36696990966796875013e+02,6.27062499523162841796e-01,2.32001184485852718353e-07,1354440.0,0,4.05590448118083168101e+03,'2026-11-27T11:21:27.825Z',2.64421993682238606893e-02);
INSERT INTO "trial" VALUES(26,X'01A21CBD26AB749C80EEC6CCEFFA3F8E',1,1,1,21,2,'ok',0,'repetitions',36,1,6.83079986572265625017e+01,7.22349987030029296866e+01,7.36699981689453124982e+01,7.56712493896484374991e+01,7.42267776065402529184e+01,3.76922874354614689806e+00,72.3740005493164,75.1520004272461,6.27062499523162841796e-01,2.34998879022896289825e-07,1354440.0,16,4.05015393588424285533e+03,'2026-11-27T11:21:27.825Z',1.0728229293211674275e-02);
INSERT INTO "trial" VALUES(27,X'01A21CBD26B17BCC8E6ECAFA786B8D01',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.985Z',0.0);
INSERT INTO "trial" VALUES(28,X'01A21CBD26B17C6C96E5968C8A3B4868',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.985Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A21CBD26B27B69BBE64D461A8FD3FA',1,1,2,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.985Z',0.0);
INSERT INTO "trial" VALUES(40,X'01A21CBD26B276BDA12DDAD38A7605F7',1,1,2,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:27.985Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A21CBD26B27340A5BD8A1C658C1276',1,1,2,15,1,'ok',0,'stable',50,1,1.51354995727539062494e+02,1.51728008270263671876e+02,2.60618499755859374996e+02,3.70645492553710937506e+02,2.6649799957275388351e+02,1.00980257977136545833e+02,1.56578994750976562499e+02,3.704010009765625e+02,6.27062499523162841796e-01,9.50021785683929920196e-08,729072.0,0,4.07292552978353205629e+03,'2026-11-27T11:21:27.986Z',2.5757557996257673949e-02);
INSERT INTO "trial" VALUES(43,X'01A21CBD26CF794494F1E30EB9DF5F9C',1,1,2,17,1,'dominated',0,'dominated',3,1,2.4494699096679687499e+02,2.4524449157714843751e+02,245.5419921875,2.47668495178222656258e+02,2.46761327107747405304e+02,2.64402660611080531083e+00,2.4494699096679687499e+02,2.49794998168945312508e+02,6.27062499523162841796e-01,2.20999936573207378387e-07,729072.0,24,3.77859794653409426247e+03,'2026-11-27T11:21:28.015Z',2.37798199668759480118e-03);
INSERT INTO "trial" VALUES(44,X'01A21CBD26D27D56BBB4A57037EFFDCE',1,1,2,21,1,'ok',0,'confidence',10,4,1.57377510070800781245e+01,1.5821874618530273437e+01,1.58298759460449218745e+01,1.58348133563995361328e+01,1.58193501472473148079e+01,3.1905433232824464973e-02,1.57942485809326171875e+01,1.5837749481201171875e+01,6.27062499523162841796e-01,5.32003468833863735198e-07,729072.0,16,3.78092713756920102241e+03,'2026-11-27T11:21:28.018Z',1.57631000183755531907e-03);
INSERT INTO "trial" VALUES(51,X'01A21CBD273D7CBF9BD537888E6020D8',1,1,2,15,2,'ok',0,'repetitions',36,1,1.51835006713867187505e+02,1.58942504882812500003e+02,3.70578491210937499989e+02,3.77535003662109375005e+02,3.25668247222900390618e+02,2.45328167585776526484e+02,2.58575012207031249998e+02,3.73273986816406250005e+02,6.27062499523162841796e-01,8.29968485049903392791e-08,729072.0,0,4.05187458075254608056e+03,'2026-11-27T11:21:28.033Z',1.95310526857307778514e-02);
INSERT INTO "trial" VALUES(52,X'01A21CBD273D7DC990744E9333C98A8B',1,1,2,21,2,'ok',0,'repetitions',36,4,1.56382503509521484375e+01,1.57455627918243408198e+01,1.60683765411376953125e+01,1.61116871833801269531e+01,1.7104013707902694819e+01,3.85351388819718243539e+00,1.5830249786376953125e+01,1.60957489013671875e+01,6.27062499523162841796e-01,1.13999703899025917053e-07,729072.0,16,3.85188995067260384541e+03,'2026-11-27T11:21:28.033Z',4.62232566739354845675e-03);
INSERT INTO "trial" VALUES(53,X'01A21CBD274371D3AEC37863091F3846',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:28.131Z',0.0);
INSERT INTO "trial" VALUES(62,X'01A21CBD274378FFBFBCAB2D506E0680',1,1,3,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:28.131Z',0.0);
INSERT INTO "trial" VALUES(63,X'01A21CBD274374B4BF91FB796D2297D9',1,1,3,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T11:21:28.131Z',0.0);
INSERT INTO "trial" VALUES(64,X'01A21CBD274370FF8C8FF6E38EABF3D4',1,1,3,15,1,'ok',0,'confidence',25,13,4.08853864669799804687e+00,4.181461334228515625e+00,4.19761514663696289062e+00,4.20384645462036132812e+00,4.18617231369018583109e+00,0.0407853595815015,4.18207693099975585937e+00,4.20284605026245117187e+00,6.27062499523162841796e-01,1.07000232674181461334e-07,124840.0,0,3.9779857219400728354e+03,'2026-11-27T11:21:28.131Z',1.33328660012921318411e-02);
INSERT INTO "trial" VALUES(66,X'01A21CBD27557FC5BD3B46718EA6A370',1,1,3,17,1,'dominated',0,'dominated',3,1,2.44162002563476562507e+02,2.44824005126953124999e+02,2.4548600769042968749e+02,2.72858009338378906241e+02,2.63292673746744810615e+02,3.19955217047180155991e+01,2.44162002563476562507e+02,3.00230010986328124992e+02,6.27062499523162841796e-01,1.59998307935893535614e-07,124840.0,24,3.67959186511673942742e+03,'2026-11-27T11:21:28.149Z',2.49587199505185708403e-03);
INSERT INTO "trial" VALUES(67,X'01A21CBD275873419AB05BDA33B45F3D',1,1,3,1,1,'dominated',0,'dominated',3,1,247.75,2.52332992553710937504e+02,2.5691598510742187499e+02,3.16531997680664062494e+02,2.93604665120442689376e+02,7.16313945844552790731e+01,247.75,3.76148010253906249999e+02,6.27062499523162841796e-01,1.58999973791651427745e-05,117664.0,96000,3.68345202256929860605e+03,'2026-11-27T11:21:28.152Z',2.47775400202954187989e-03);
INSERT INTO "trial" VALUES(70,X'01A21CBD275F790C92807F9EFC6A086E',1,1,3,6,1,'ok',0,'confidence',30,26,2.14307689666748046875e+00,2.14515376091003417968e+00,2.14623081684112548828e+00,2.19469243288040161132e+00,2.16806538899739598136e+00,4.22484253630056386108e-02,2.14526915550231933593e+00,2.14980769157409667968e+00,6.27062499523162841796e-01,1.2333002814557403326e-05,117664.0,96000,3.83090208365297257842e+03,'2026-11-27T11:21:28.159Z',2.53395099571207538247e-03);
INSERT INTO "trial" VALUES(76,X'01A21CBD276E7E9E93FB108A8209FF6F',1,1,3,15,2,'ok',0,'repetitions',36,13,4.11479997634887695312e+00,4.19622683525085449218e+00,4.25361514091491699218e+00,4.45742511749267578125e+00,4.47753255897098156879e+00,9.53717585440383874839e-01,4.218700408935546875e+00,4.42369222640991210937e+00,6.27062499523162841796e-01,1.16000592242926359176e-07,124840.0,0,3.97702363870794260956e+03,'2026-11-27T11:21:28.174Z',3.84729151846840977668e-03);
INSERT INTO "trial" VALUES(77,X'01A21CBD27787E06BA34BE40E650EB10',1,1,3,6,2,'ok',0,'repetitions',36,26,2.14596152305603027343e+00,2.14890384674072265625e+00,2.15163469314575195312e+00,2.15896153450012207031e+00,2.26963992913564061026e+00,4.60110631697896177438e-01,2.14938473701477050781e+00,2.15630745887756347656e+00,6.27062499523162841796e-01,1.02609992609359323978e-05,117664.0,96000,3.67849735073405645379e+03,'2026-11-27T11:21:28.174Z',4.02798248978797346353e-03);
INSERT INTO "trial" VALUES(79,X'01A21CBD29687449A3CDEE97CE55A3E5',1,1,1,15,3,'ok',0,'repetitions',36,1,2.17421005249023437501e+02,2.2361774444580078125e+02,3.28981002807617187492e+02,4.36494499206542968744e+02,3.31581999884711365201e+02,9.78941163314569564625e+01,2.2426300048828125e+02,436.0419921875,6.27062499523162841796e-01,3.84003215003758668899e-07,1354440.0,0,4.04986922870226908341e+03,'2026-11-27T11:21:28.189Z',0.0272944469990242);
INSERT INTO "trial" VALUES(80,X'01A21CBD296875D5A1DC22EE1CADE5D9',1,1,1,21,3,'ok',0,'repetitions',36,1,6.986499786376953125e+01,72.5425033569336,7.45799980163574218741e+01,7.66339988708496093732e+01,1.81246003044976134784e+02,6.32046907576683679496e+02,7.30449981689453124982e+01,75.7239990234375,6.27062499523162841796e-01,4.28997736889869e-07,1354440.0,16,3.78005128802254330359e+03,'2026-11-27T11:21:28.189Z',1.45106390128993158195e-02);
INSERT INTO "trial" VALUES(81,X'01A21CBD29687A87986562968D83414C',1,1,1,17,2,'ok',0,'repetitions',36,1,1.91149002075195312494e+02,3.04096504211425781253e+02,3.1305149841308593751e+02,3.52199249267578124995e+02,3.24126641167534728532e+02,5.96022281069393073966e+01,3.07721008300781250009e+02,3.22007995605468749994e+02,6.27062499523162841796e-01,3.39001417160034179687e-07,1354440.0,24,3.92924564442222708747e+03,'2026-11-27T11:21:28.189Z',2.58478610131922838244e-02);
INSERT INTO "trial" VALUES(86,X'01A21CBD29D073569B9FD5AC40B7B89B',1,1,2,15,3,'ok',0,'repetitions',36,1,1.51634994506835937494e+02,2.41091251373291015625e+02,2.62500503540039062497e+02,3.70689247131347656251e+02,2.8104661093817816209e+02,8.69851142659480842684e+01,2.60536987304687499993e+02,3.70661010742187500008e+02,6.27062499523162841796e-01,8.89995135366916656494e-08,729072.0,0,4049.2738241577,'2026-11-27T11:21:28.685Z',1.80964446772122755646e-02);
INSERT INTO "trial" VALUES(87,X'01A21CBD29D07F6CB04A56502AD499AB',1,1,2,21,3,'ok',0,'repetitions',36,4,1.55979995727539062495e+01,1.56503131389617919921e+01,1.56696238517761230468e+01,1.5704061746597290039e+01,1.57447290420532226562e+01,2.47648567920340650916e-01,1.56544990539550781254e+01,1.56997499465942382812e+01,6.27062499523162841796e-01,1.26005033962428569793e-07,729072.0,16,4.0759607839349778261e+03,'2026-11-27T11:21:28.685Z',4.27120564563665539026e-03);
INSERT INTO "trial" VALUES(88,X'01A21CBD29D37DB8A9E880DB408881C2',1,1,3,15,3,'ok',0,'repetitions',36,14,4.062000274658203125e+00,4.10233902931213378906e+00,4.2567138671875,4.40066063404083251953e+00,4.34507732921176526019e+00,5.64215131865776098329e-01,4.1103572845458984375e+00,4.36899995803833,6.27062499523162841796e-01,1.11998815555125474929e-07,124840.0,0,4.07697619770831943229e+03,'2026-11-27T11:21:28.787Z',9.2654777599818771705e-03);
INSERT INTO "trial" VALUES(89,X'01A21CBD29EB7FC29084C940E681D190',1,1,3,6,3,'ok',0,'repetitions',36,27,2.08762955665588378906e+00,2.09005552530288696289e+00,2.09942591190338134765e+00,2.1518147587776184082e+00,2.12297425005171,5.06388370175294699748e-02,2.09037041664123535156e+00,2.14140725135803222656e+00,6.27062499523162841796e-01,9.72799898590892553329e-06,117664.0,96000,3.85106346972485471267e+03,'2026-11-27T11:21:28.787Z',3.93280273965501692146e-03);
INSERT INTO "trial" VALUES(93,X'01A21CBD2B7D7A83B6481BAA65B7FCD0',1,1,1,15,4,'ok',0,'repetitions',36,1,2.16811004638671875007e+02,2.1968525695800781251e+02,3.26597991943359375007e+02,4.36623497009277343732e+02,3.2125416692097979877e+02,96.0122003612028,2.22994003295898437491e+02,4.3631799316406250002e+02,6.27062499523162841796e-01,2.30000296141952276229e-07,1354440.0,0,4.0766396595413593785e+03,'2026-11-27T11:21:28.816Z',2.62525316575192846357e-02);
INSERT INTO "trial" VALUES(94,X'01A21CBD2B7D7024896F4680A89219E2',1,1,1,21,4,'ok',0,'repetitions',36,1,71.5770034790039,75.3745002746582,77.0420036315918,7.880374908447265625e+01,7.74288060930040131788e+01,3.24103469376978559068e+00,75.75,78.7490005493164,6.27062499523162841796e-01,2.27002601604908704757e-07,1354440.0,16,3.77889131507326237629e+03,'2026-11-27T11:21:28.816Z',1.07773296913364902138e-02);
INSERT INTO "trial" VALUES(95,X'01A21CBD2B7D7DC8971D483D832136E2',1,1,1,17,3,'ok',0,'repetitions',36,1,1.88476989746093750001e+02,2.97995742797851562496e+02,3.02277999877929687494e+02,3.05263496398925781249e+02,3.08143693712022582065e+02,3.72466959297585660233e+01,2.99954986572265625e+02,3.04746002197265625005e+02,6.27062499523162841796e-01,3.25999280903488397598e-07,1354440.0,24,3.8499615026056117132e+03,'2026-11-27T11:21:28.816Z',2.47325546806678175926e-02);
INSERT INTO "trial" VALUES(99,X'01A21CBD2BE57EBB97D7B5082A379910',1,1,2,15,4,'ok',0,'repetitions',36,1,1.51432998657226562501e+02,1.52360256195068359376e+02,3.70482498168945312494e+02,3.70867500305175781241e+02,2.91322138468424498116e+02,1.05274754008989532391e+02,1.591409912109375e+02,370.739990234375,6.27062499523162841796e-01,8.6998625192791223526e-08,729072.0,0,4.07765597141930356871e+03,'2026-11-27T11:21:29.218Z',1.82845880093130616628e-02);
INSERT INTO "trial" VALUES(100,X'01A21CBD2BE57581ADF48B848BCD6684',1,1,2,21,4,'ok',0,'repetitions',36,4,1.59727497100830078129e+01,1.59923117160797119136e+01,1.60066251754760742183e+01,1.60196871757507324223e+01,1.64246040450202102078e+01,2.48834246813221726668e+00,1.59950017929077148437e+01,1.6016748428344726562e+01,6.27062499523162841796e-01,1.36002199724316596984e-07,729072.0,16,4075.62693793403,'2026-11-27T11:21:29.218Z',0.00430143699971571);
INSERT INTO "trial" VALUES(102,X'01A21CBD2C027866984EFCB0411ED241',1,1,3,15,4,'ok',0,'repetitions',36,14,4.08757162094116210937e+00,4.10183930397033691406e+00,4.11389255523681640625e+00,4.13067841529846191406e+00,4.17521822452545166015e+00,1.69836084710086848703e-01,4.10221385955810546875e+00,4.12778568267822265625e+00,6.27062499523162841796e-01,1.00000761449337e-07,124840.0,0,4.07731519153639510467e+03,'2026-11-27T11:21:29.321Z',3.99232899508206173777e-03);
INSERT INTO "trial" VALUES(103,X'01A21CBD2C02758F8573EF2B6D20E651',1,1,3,6,4,'ok',0,'repetitions',36,27,2.09318518638610839843e+00,2.09506469964981079101e+00,2.09733331203460693359e+00,2.09933328628540039062e+00,2.20938371287451840174e+00,0.456904615219396,2.09588885307312,2.09837055206298828125e+00,6.27062499523162841796e-01,9.72800626186654e-06,117664.0,96000,3.85421041295306213217e+03,'2026-11-27T11:21:29.321Z',4.08946798415854573249e-03);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','db56401cc1bc18c8',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-27T11:21:27.460Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','cc15c765e47559b8',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-27T11:21:27.460Z');
INSERT INTO "variant" VALUES(5,'spmv','cpu','dia','c65c2853dfcc11d7',0,'dia{block=32,threads=0}','{"block":["32","64"],"threads":["0","1","4","16"]}','2026-11-27T11:21:27.460Z');
INSERT INTO "variant" VALUES(16,'spmv','cpu','eigen','7db580de86b08f07',1,'eigen{threads=0}','{"threads":["0","1","4","16"]}','2026-11-27T11:21:27.460Z');
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
INSERT INTO "verification" VALUES(15,1,2.11623123826483683362e-01,4.01557299439421491911e-16,0,1,1,'');
INSERT INTO "verification" VALUES(17,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(21,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(25,1,2.11623123826483683362e-01,4.01557299439421491911e-16,0,1,1,'');
INSERT INTO "verification" VALUES(26,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(41,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(43,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(44,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(51,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(52,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(64,1,2.46960283248093159791e-01,4.38689588207974175138e-16,0,1,1,'');
INSERT INTO "verification" VALUES(66,1,1.40719291738407192848e-01,2.49967676315079221586e-16,0,1,1,'');
INSERT INTO "verification" VALUES(67,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(70,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(76,1,2.46960283248093159791e-01,4.38689588207974175138e-16,0,1,1,'');
INSERT INTO "verification" VALUES(77,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(79,1,2.11623123826483683362e-01,4.01557299439421491911e-16,0,1,1,'');
INSERT INTO "verification" VALUES(80,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(81,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(86,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(87,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(88,1,2.46960283248093159791e-01,4.38689588207974175138e-16,0,1,1,'');
INSERT INTO "verification" VALUES(89,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(93,1,2.11623123826483683362e-01,4.01557299439421491911e-16,0,1,1,'');
INSERT INTO "verification" VALUES(94,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(95,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(99,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(100,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(102,1,2.46960283248093159791e-01,4.38689588207974175138e-16,0,1,1,'');
INSERT INTO "verification" VALUES(103,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
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
    WHEN reason LIKE '%memory limit%' OR reason LIKE '% bytes%the limit is %' THEN 'memory'
    WHEN reason LIKE '%the same as %' OR reason LIKE '%already' OR reason LIKE '%is not below the %' OR reason LIKE '%holds all %'
      OR reason LIKE 'no row %' THEN 'redundant'
    WHEN reason LIKE '%bytes%CSR%' THEN 'padding'
    WHEN reason LIKE '%32-bit%' OR reason LIKE '%32 bits%' OR reason LIKE '%2^31%' OR reason LIKE '%too many%' THEN 'index'
    WHEN reason LIKE 'no cuSPARSE%' THEN 'library'
    WHEN reason LIKE '%empty%' OR reason LIKE '%without rows%' THEN 'empty'
    ELSE 'shape'
  END AS kind, -- memory: more than there is; padding: more than CSR by far; index: more than its integers count; redundant: another point does the same here; library: not installed; empty: nothing to compute; shape: rows, columns or lengths that the kernel does not take
  numbers ->> 0 AS number_1, -- first number of the reason, such as the bytes that it would take
  numbers ->> 1 AS number_2, -- second number, such as the limit
  numbers ->> 2 AS number_3, -- third number
  reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM (
  SELECT operation, value_type, backend, matrix, parameters, variant, configuration, run_uuid, trial_id, message AS reason,
    (WITH RECURSIVE letter (rest, word) AS (
       VALUES (message || ' ', '')
       UNION ALL
       SELECT substr(rest, 2), iif(substr(rest, 1, 1) GLOB '[0-9]', iif(word GLOB '*[^0-9]', '', word) || substr(rest, 1, 1),
                                   iif(word GLOB '*[0-9]', word || '.', ''))
       FROM letter WHERE rest <> '')
     SELECT json_group_array(CAST(word AS INTEGER)) FROM letter WHERE word GLOB '*[0-9].') AS numbers
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1
);
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
