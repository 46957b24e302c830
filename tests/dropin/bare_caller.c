// SPDX-License-Identifier: BSD-3-Clause
// A program that finds cuSPARSE as Python's extensions do: `bare_caller FUNCTION [LIBRARY
// [THREADS]]` opens the library, not for everybody, looks the function up where everybody does, and
// calls it with nothing but nulls. Exits with the status, 100 without the function, 101 without the
// library.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*function)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*,
                        void*, void*, void*);

static function called;

static void* call(void* calls) {
  for (long i = 0; i < *(long*)calls; ++i) (void)called(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return NULL;
}

int main(int count, char** words) {
  pthread_t threads[64];
  long calls = 500;
  const int many = count > 3 ? atoi(words[3]) : 0;
  if (count < 2) return 102;
  if (count > 2 && dlopen(words[2], RTLD_NOW | RTLD_LOCAL) == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 101;
  }
  void* found = dlsym(RTLD_DEFAULT, words[1]);
  if (found == NULL) return 100;
  memcpy(&called, &found, sizeof found);
  for (int i = 0; i < many && i < 64; ++i) {
    if (pthread_create(&threads[i], NULL, call, &calls) != 0) return 103;
  }
  for (int i = 0; i < many && i < 64; ++i) pthread_join(threads[i], NULL);
  return called(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
