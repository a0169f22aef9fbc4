/* The system fails at the n-th call of a kind that concerns a folder: loaded before all other libraries.

   armed(kind, n, code, folder) begins anew; calls() tells how many there were. Counted in shared memory, so
   that a process knows what its children did. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct state {
    long calls, fails_at;
    int code;
    char kind[16], folder[PATH_MAX];
};

static struct state *state;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

#define REAL(type, name, ...)                                 \
    static type (*next)(__VA_ARGS__);                         \
    if (!next) next = (type(*)(__VA_ARGS__))real(name)

__attribute__((constructor)) static void begin(void) {
    REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
    void *place = next(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    state = place == MAP_FAILED ? NULL : place;
}

void armed(const char *kind, long fails_at, int code, const char *folder) {
    state->calls = 0;
    state->fails_at = fails_at;
    state->code = code;
    strncpy(state->folder, folder, sizeof state->folder - 1);
    strncpy(state->kind, kind, sizeof state->kind - 1);
}

long calls(void) { return state->calls; }

static int below(const char *path) {
    return strncmp(path, state->folder, strlen(state->folder)) == 0;
}

static int fails(const char *kind) {
    if (strcmp(kind, state->kind)) return 0;
    if (__atomic_add_fetch(&state->calls, 1, __ATOMIC_SEQ_CST) != state->fails_at) return 0;
    errno = state->code;
    return 1;
}

static int armed_for(const char *kind) { return state && state->kind[0] && !strcmp(kind, state->kind); }

static int fails_at_file(const char *kind, int file) {
    char link[64], path[PATH_MAX];
    if (!armed_for(kind) || file < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return below(path) && fails(kind);
}

static int fails_at_name(const char *kind, int folder, const char *name) {
    char path[PATH_MAX];
    ssize_t length;
    if (!armed_for(kind) || !name) return 0;
    if (!strncmp(name, "/proc/self/fd/", 14)) {
        length = readlink(name, path, sizeof path - 1);
        if (length < 0) return 0;
        path[length] = 0;
        return below(path) && fails(kind);
    }
    if (name[0] == '/') return below(name) && fails(kind);
    if (folder == AT_FDCWD) return getcwd(path, sizeof path) && below(path) && fails(kind);
    return fails_at_file(kind, folder);
}

#define OPENED(name)                                                            \
    int name(const char *path, int flags, ...) {                                \
        REAL(int, #name, const char *, int, ...);                               \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        int mode = va_arg(rest, int);                                           \
        va_end(rest);                                                           \
        return fails_at_name("open", AT_FDCWD, path) ? -1 : next(path, flags, mode); \
    }
OPENED(open)
OPENED(open64)

#define OPENED_AT(name)                                                         \
    int name(int folder, const char *path, int flags, ...) {                    \
        REAL(int, #name, int, const char *, int, ...);                          \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        int mode = va_arg(rest, int);                                           \
        va_end(rest);                                                           \
        return fails_at_name("open", folder, path) ? -1 : next(folder, path, flags, mode); \
    }
OPENED_AT(openat)
OPENED_AT(openat64)

#define STREAM(name)                                                            \
    FILE *name(const char *path, const char *mode) {                            \
        REAL(FILE *, #name, const char *, const char *);                        \
        return fails_at_name("open", AT_FDCWD, path) ? NULL : next(path, mode); \
    }
STREAM(fopen)
STREAM(fopen64)

#define ON_FILE(kind, type, name, declared, passed)                             \
    type name declared {                                                        \
        static type(*next) declared;                                            \
        if (!next) next = (type(*) declared)real(#name);                        \
        return fails_at_file(kind, file) ? -1 : next passed;                    \
    }
ON_FILE("read", ssize_t, read, (int file, void *to, size_t size), (file, to, size))
ON_FILE("read", ssize_t, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at))
ON_FILE("read", ssize_t, pread64, (int file, void *to, size_t size, off64_t at), (file, to, size, at))
ON_FILE("read", ssize_t, readv, (int file, const struct iovec *to, int count), (file, to, count))
ON_FILE("write", ssize_t, write, (int file, const void *from, size_t size), (file, from, size))
ON_FILE("write", ssize_t, pwrite, (int file, const void *from, size_t size, off_t at), (file, from, size, at))
ON_FILE("write", ssize_t, pwrite64, (int file, const void *from, size_t size, off64_t at), (file, from, size, at))
ON_FILE("write", ssize_t, writev, (int file, const struct iovec *from, int count), (file, from, count))
ON_FILE("write", ssize_t, sendfile, (int file, int from, off_t *at, size_t size), (file, from, at, size))
ON_FILE("write", int, ftruncate, (int file, off_t size), (file, size))
ON_FILE("write", int, ftruncate64, (int file, off64_t size), (file, size))
ON_FILE("fsync", int, fsync, (int file), (file))
ON_FILE("fsync", int, fdatasync, (int file), (file))

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
    REAL(size_t, "fread", void *, size_t, size_t, FILE *);
    return fails_at_file("read", fileno(stream)) ? 0 : next(to, size, count, stream);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    REAL(size_t, "fwrite", const void *, size_t, size_t, FILE *);
    return fails_at_file("write", fileno(stream)) ? 0 : next(from, size, count, stream);
}

#define MAPPED(name, offset)                                                    \
    void *name(void *at, size_t size, int protection, int flags, int file, offset from) { \
        REAL(void *, #name, void *, size_t, int, int, int, offset);             \
        if (!(flags & MAP_ANONYMOUS) && fails_at_file("mmap", file)) return MAP_FAILED; \
        return next(at, size, protection, flags, file, from);                   \
    }
MAPPED(mmap, off_t)
MAPPED(mmap64, off64_t)

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    return fails_at_name("rename", AT_FDCWD, to) ? -1 : next(from, to);
}

int renameat(int one, const char *from, int other, const char *to) {
    REAL(int, "renameat", int, const char *, int, const char *);
    return fails_at_name("rename", other, to) ? -1 : next(one, from, other, to);
}

int renameat2(int one, const char *from, int other, const char *to, unsigned flags) {
    REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
    return fails_at_name("rename", other, to) ? -1 : next(one, from, other, to, flags);
}

int link(const char *from, const char *to) {
    REAL(int, "link", const char *, const char *);
    return fails_at_name("rename", AT_FDCWD, to) ? -1 : next(from, to);
}

int linkat(int one, const char *from, int other, const char *to, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    return fails_at_name("rename", other, to) ? -1 : next(one, from, other, to, flags);
}

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    return fails_at_name("rename", AT_FDCWD, path) ? -1 : next(path, mode);
}
