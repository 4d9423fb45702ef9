// Runs a command, throws its output away, and tells what it took.
//
// usage: timed COMMAND [ARGUMENT...]
// prints: wall seconds, seconds of all processors, peak resident KiB, exit status
//
// Small on purpose: until a new process becomes another program its peak is that of the process that it was forked
// from, so a runtime of its own would stand in the figure.
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fputs("usage: timed COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }

    double start = now();
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDIN_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execvp(arguments[1], arguments + 1);
        _exit(127);
    }

    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("timed");
        return 2;
    }

    printf("%.6f %.6f %ld %d\n", now() - start, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss,
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
