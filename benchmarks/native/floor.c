// The least that any finder of equal files has to do, and nothing else: walk a tree, drop the files whose size occurs
// once, and read each of the others once. Nothing is compared, nothing is kept of what was read.
//
// usage: floor FOLDER [THREADS [BYTES]]
// With BYTES it reads at most so many of each file, and with 0 it opens none: what is left is the walk.
// prints: files, candidates, bytes read, seconds of the walk and of the reading
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LIST_BYTES = 128 * 1024, READ_BYTES = 128 * 1024, FILES_PER_TURN = 16, THREADS_MAX = 256 };

struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

struct file {
    uint64_t size;
    uint64_t inode;
    char *path;
};

struct files {
    struct file *items;
    size_t count;
    size_t room;
};

// Folders that wait, and how many are being listed: at none and none the walk is over.
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char **folders;
static size_t folder_count, folder_room, listing;

static struct files found;
static atomic_size_t next_file;
static atomic_uint_fast64_t bytes_read;
static uint64_t bytes_max = UINT64_MAX;

static void *grown(void *items, size_t *room, size_t wanted, size_t size)
{
    if (wanted > *room) {
        *room = wanted * 2;
        items = realloc(items, *room * size);
        if (!items) {
            fputs("floor: out of memory\n", stderr);
            exit(2);
        }
    }

    return items;
}

static char *joined(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    size_t rest = strlen(name) + 1;
    char *path = malloc(length + 1 + rest);
    if (!path) {
        fputs("floor: out of memory\n", stderr);
        exit(2);
    }

    memcpy(path, folder, length);
    path[length] = '/';
    memcpy(path + length + 1, name, rest);
    return path;
}

static void add_folder(char *path)
{
    folders = grown(folders, &folder_room, folder_count + 1, sizeof *folders);
    folders[folder_count++] = path;
}

static void list(const char *folder, char *buffer, struct files *own)
{
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;

    long length;
    while ((length = syscall(SYS_getdents64, descriptor, buffer, LIST_BYTES)) > 0) {
        for (long place = 0; place < length;) {
            struct entry *entry = (struct entry *)(buffer + place);
            place += entry->length;
            if (!strcmp(entry->name, ".") || !strcmp(entry->name, ".."))
                continue;

            if (entry->type == DT_DIR) {
                char *path = joined(folder, entry->name);
                pthread_mutex_lock(&gate);
                add_folder(path);
                pthread_cond_signal(&changed);
                pthread_mutex_unlock(&gate);
            } else if (entry->type == DT_REG) {
                struct statx facts;
                if (statx(descriptor, entry->name, AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC,
                        STATX_SIZE | STATX_INO | STATX_NLINK | STATX_MTIME, &facts)
                    || facts.stx_size == 0)
                    continue;

                own->items = grown(own->items, &own->room, own->count + 1, sizeof *own->items);
                own->items[own->count++] =
                    (struct file){facts.stx_size, facts.stx_ino, joined(folder, entry->name)};
            }
        }
    }

    close(descriptor);
}

static void *walk(void *unused)
{
    (void)unused;
    struct files own = {0};
    char *buffer = malloc(LIST_BYTES);
    pthread_mutex_lock(&gate);
    while (1) {
        while (folder_count == 0 && listing > 0)
            pthread_cond_wait(&changed, &gate);
        if (folder_count == 0)
            break;

        char *folder = folders[--folder_count];
        listing++;
        pthread_mutex_unlock(&gate);
        list(folder, buffer, &own);
        free(folder);
        pthread_mutex_lock(&gate);
        listing--;
    }

    found.items = grown(found.items, &found.room, found.count + own.count, sizeof *found.items);
    if (own.count)
        memcpy(found.items + found.count, own.items, own.count * sizeof *own.items);
    found.count += own.count;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&gate);
    free(own.items);
    free(buffer);
    return NULL;
}

static int by_size(const void *left, const void *right)
{
    const struct file *a = left, *b = right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return a->inode < b->inode ? -1 : a->inode > b->inode;
}

// Keeps one name of each inode whose size another inode has too. (Of one file system, as the trees measured here.)
static void keep_candidates(void)
{
    qsort(found.items, found.count, sizeof *found.items, by_size);
    size_t kept = 0;
    for (size_t first = 0, end; first < found.count; first = end) {
        size_t start = kept;
        for (end = first; end < found.count && found.items[end].size == found.items[first].size; end++) {
            if (end == first || found.items[end].inode != found.items[end - 1].inode)
                found.items[kept++] = found.items[end];
        }

        if (kept - start < 2)
            kept = start;
    }

    found.count = kept;
}

static void *read_all(void *unused)
{
    (void)unused;
    char *buffer = malloc(READ_BYTES);
    uint64_t total = 0;
    size_t first;
    while ((first = atomic_fetch_add(&next_file, FILES_PER_TURN)) < found.count) {
        for (size_t i = first; i < first + FILES_PER_TURN && i < found.count; i++) {
            int descriptor = open(found.items[i].path, O_RDONLY | O_CLOEXEC);
            if (descriptor < 0)
                continue;

            uint64_t left = found.items[i].size < bytes_max ? found.items[i].size : bytes_max;
            while (left) {
                ssize_t length = read(descriptor, buffer, left < READ_BYTES ? left : READ_BYTES);
                if (length <= 0)
                    break;
                left -= (uint64_t)length;
                total += (uint64_t)length;
            }

            close(descriptor);
        }
    }

    atomic_fetch_add(&bytes_read, total);
    free(buffer);
    return NULL;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void on_threads(int threads, void *(*work)(void *))
{
    pthread_t handles[THREADS_MAX];
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&handles[i], NULL, work, NULL)) {
            fputs("floor: cannot start a thread\n", stderr);
            exit(2);
        }
    }

    for (int i = 0; i < threads; i++)
        pthread_join(handles[i], NULL);
}

int main(int count, char **arguments)
{
    int threads = count > 2 ? atoi(arguments[2]) : 2;
    if (count < 2 || threads < 1 || threads > THREADS_MAX) {
        fputs("usage: floor FOLDER [THREADS, 1 to 256 [BYTES]]\n", stderr);
        return 2;
    }

    if (count > 3)
        bytes_max = strtoull(arguments[3], NULL, 10);
    double start = now();
    add_folder(strdup(arguments[1]));
    on_threads(threads, walk);
    size_t files = found.count;
    keep_candidates();
    double walked = now();
    if (bytes_max)
        on_threads(threads, read_all);
    printf("%zu files, %zu candidates, %llu bytes, walk %.3f s, read %.3f s\n", files, found.count,
        (unsigned long long)atomic_load(&bytes_read), walked - start, now() - walked);
    return 0;
}
