// Replaces files by hard links with nothing but the two calls that this takes, and tells how long it took.
//
// usage: relink KEEP DROP
// For each name in the folders of DROP: a link to the file of that name in the folder of that name in KEEP, made under a
// temporary name, and renamed over the one in DROP. Compares nothing, syncs nothing, writes no journal.
// prints: wall seconds, files
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

static int folder(int above, const char *name)
{
    int handle = openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        fail(name);
    return handle;
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_plain(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

// In the order of names, as a plan has them.
static struct dirent **list(int above, const char *name, int *count)
{
    struct dirent **entries;
    *count = scandirat(above, name, &entries, is_plain, by_name);
    if (*count < 0)
        fail(name);
    return entries;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fputs("usage: relink KEEP DROP\n", stderr);
        return 2;
    }

    int keep = folder(AT_FDCWD, arguments[1]), drop = folder(AT_FDCWD, arguments[2]), folders;
    struct dirent **all = list(drop, ".", &folders);
    double seconds = 0;
    long files = 0;
    for (int i = 0; i < folders; i++) {
        int from = folder(keep, all[i]->d_name), to = folder(drop, all[i]->d_name), names;
        struct dirent **entries = list(drop, all[i]->d_name, &names);

        // Whoever has a plan need not list.
        double start = now();
        for (int j = 0; j < names; j++) {
            if (linkat(from, entries[j]->d_name, to, ".relink", 0) != 0
                || renameat(to, ".relink", to, entries[j]->d_name) != 0)
                fail(entries[j]->d_name);
        }

        seconds += now() - start;
        files += names;
        close(from);
        close(to);
    }

    printf("%.6f %ld\n", seconds, files);
    return 0;
}
