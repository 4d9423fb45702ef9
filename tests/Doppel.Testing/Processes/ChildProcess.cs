using System.Collections;
using System.Runtime.InteropServices;
using Doppel.Testing.Trees;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Testing.Processes;

/// <summary>A running program. Its arguments, input and output are bytes.</summary>
/// <remarks>System.Diagnostics.Process knows only text.</remarks>
public sealed unsafe partial class ChildProcess : IDisposable
{
    // Generous upper bounds for posix_spawnattr_t, posix_spawn_file_actions_t and sigset_t of any C library.
    private const int OpaqueBytes = 1024;
    private const short SetGroup = 0x02;
    private const short SetDefaultSignals = 0x04;
    private const short SetSignalMask = 0x08;
    private const int Kill = 9;

    // A child has all files of this process open until it executes its program, and nobody can keep writers away from
    // a file that it has open for writing.
    private static readonly ReaderWriterLockSlim s_starts = new();

    private readonly ProcessStart _start;
    private readonly SafeFileHandle _input;
    private readonly Thread _writer;
    private readonly (Thread Thread, MemoryStream Bytes) _output;
    private readonly (Thread Thread, MemoryStream Bytes) _errors;
    private readonly Thread _waiter;
    private int _status;

    private ChildProcess(ProcessStart start, int id, int input, int output, int errors)
    {
        _start = start;
        Id = id;
        _input = new SafeFileHandle(input, ownsHandle: true);
        _writer = Run(Write);
        _output = Collect(output);
        _errors = Collect(errors);
        _waiter = Run(() =>
        {
            while (waitpid(Id, ref _status, 0) < 0 && Marshal.GetLastPInvokeError() == 4)
            {
                // Interrupted by a signal to this process: ask again.
            }
        });
    }

    /// <summary>The process id; also the id of its process group.</summary>
    public int Id { get; }

    /// <summary>Whether it has not ended yet.</summary>
    public bool Runs => _waiter.IsAlive;

    /// <summary>Lists what it has open: paths of files, and what the system calls pipes and sockets.</summary>
    /// <returns>The names; none if it has ended.</returns>
    public IReadOnlyList<string> OpenFiles()
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries($"/proc/{Id}/fd").Select(Target).OfType<string>()];
        }
        catch (IOException)
        {
            return []; // it ended
        }

        static string? Target(string handle)
        {
            try
            {
                return new FileInfo(handle).LinkTarget;
            }
            catch (IOException)
            {
                return null; // it was closed meanwhile
            }
        }
    }

    /// <summary>Starts a program.</summary>
    public static ChildProcess Start(ProcessStart start)
    {
        (int Read, int Write) input = LibC.Pipe();
        (int Read, int Write) output = LibC.Pipe();
        (int Read, int Write) errors = LibC.Pipe();
        if (start.OutputTo is { } file)
        {
            LibC.Close(output.Write);
            output.Write = LibC.OpenAt(-1, file, LibC.WriteOnly);
        }

        if (start.OutputBroken)
        {
            LibC.Close(output.Read);
            output.Read = LibC.OpenAt(-1, "/dev/null", 0);
        }

        try
        {
            int id = Spawn(start, input.Read, output.Write, errors.Write);
            return new ChildProcess(start, id, input.Write, output.Read, errors.Read);
        }
        finally
        {
            LibC.Close(input.Read);
            LibC.Close(output.Write);
            LibC.Close(errors.Write);
        }
    }

    /// <summary>Writes files while no child starts, so that none has them open when this returns.</summary>
    public static void WhileNoneStarts(Action write)
    {
        s_starts.EnterReadLock();
        try
        {
            write();
        }
        finally
        {
            s_starts.ExitReadLock();
        }
    }

    /// <summary>Sends a signal to it alone.</summary>
    public void Signal(int signal) => LibC.Signal(Id, signal);

    /// <summary>Waits until it has ended and all of its output is read.</summary>
    /// <exception cref="TimeoutException">It took longer than its limit; it was killed with all it started.</exception>
    public ProcessEnd WaitForEnd()
    {
        bool ended = _waiter.Join(_start.TimeLimit);
        if (!ended)
        {
            LibC.Signal(-Id, Kill);
            _waiter.Join();
        }

        // Who writes has to be done before the descriptor is closed: its number may be another file's right after.
        _writer.Join();
        _input.Dispose();
        _output.Thread.Join();
        _errors.Thread.Join();
        int code = (_status & 0x7F) == 0 ? _status >> 8 & 0xFF : 128 + (_status & 0x7F);
        string shown = string.Join(' ', _start.Arguments.Prepend(_start.Program));
        var end = new ProcessEnd(shown, code, _output.Bytes.ToArray(), _errors.Bytes.ToArray());
        return ended
            ? end
            : throw new TimeoutException($"{shown} did not end in {_start.TimeLimit}: {end.ErrorText}{end.OutputText}");
    }

    /// <summary>Kills it if it still runs.</summary>
    public void Dispose()
    {
        if (Runs)
        {
            LibC.Signal(-Id, Kill);
            _waiter.Join();
        }

        _writer.Join();
        _input.Dispose();
    }

    private static int Spawn(ProcessStart start, int input, int output, int errors)
    {
        byte* actions = stackalloc byte[OpaqueBytes];
        byte* attributes = stackalloc byte[OpaqueBytes];
        byte* signals = stackalloc byte[OpaqueBytes];
        CheckCode(posix_spawn_file_actions_init(actions));
        CheckCode(posix_spawnattr_init(attributes));
        CheckCode(posix_spawn_file_actions_adddup2(actions, input, 0));
        CheckCode(posix_spawn_file_actions_adddup2(actions, output, 1));
        CheckCode(posix_spawn_file_actions_adddup2(actions, errors, 2));
        if (start.Folder is { } folder)
        {
            CheckCode(posix_spawn_file_actions_addchdir_np(actions, LibC.Terminated(folder)));
        }

        // .NET ignores SIGPIPE, and a child inherits that: give it the signals of a shell's child.
        CheckCode(posix_spawnattr_setflags(attributes, SetGroup | SetDefaultSignals | SetSignalMask));
        CheckCode(posix_spawnattr_setpgroup(attributes, 0));
        CheckCode(sigemptyset(signals));
        CheckCode(posix_spawnattr_setsigmask(attributes, signals));
        CheckCode(sigfillset(signals));
        CheckCode(posix_spawnattr_setsigdefault(attributes, signals));

        using var arguments = new NativeStrings(start.Arguments.Prepend(start.Program));
        using var environment = new NativeStrings(EnvironmentOf(start));
        s_starts.EnterWriteLock();
        int code = posix_spawnp(
            out int id, LibC.Terminated(start.Program), actions, attributes, arguments.Pointer, environment.Pointer);
        s_starts.ExitWriteLock();
        CheckCode(posix_spawn_file_actions_destroy(actions));
        CheckCode(posix_spawnattr_destroy(attributes));
        return code == 0
            ? id
            : throw new InvalidOperationException($"{start.Program}: {Marshal.GetPInvokeErrorMessage(code)}");
    }

    private static IEnumerable<ByteName> EnvironmentOf(ProcessStart start)
    {
        var all = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToDictionary(entry => (string)entry.Key, entry => (string?)entry.Value);
        foreach ((string name, string? value) in start.Environment)
        {
            all[name] = value;
        }

        return all.Where(entry => entry.Value is not null).Select(entry => (ByteName)$"{entry.Key}={entry.Value}");
    }

    private static Thread Run(ThreadStart work)
    {
        var thread = new Thread(work) { IsBackground = true };
        thread.Start();
        return thread;
    }

    private static (Thread, MemoryStream) Collect(int end)
    {
        var bytes = new MemoryStream();
        return (Run(() =>
        {
            using var stream = new FileStream(new SafeFileHandle(end, ownsHandle: true), FileAccess.Read, 0);
            stream.CopyTo(bytes);
        }), bytes);
    }

    private void Write()
    {
        try
        {
            var borrowed = new SafeFileHandle(_input.DangerousGetHandle(), ownsHandle: false);
            using var stream = new FileStream(borrowed, FileAccess.Write, 0);
            stream.Write(_start.Input.Span);
        }
        catch (IOException)
        {
            // It ended without reading everything, which is its right.
        }

        if (!_start.KeepInputOpen)
        {
            _input.Dispose();
        }
    }

    private static void CheckCode(int code) => LibC.Check(-Math.Abs(code), "posix_spawn");

    [LibraryImport("libc")]
    private static partial int posix_spawnp(
        out int id, byte[] program, byte* actions, byte* attributes, nint arguments, nint environment);

    [LibraryImport("libc")]
    private static partial int posix_spawn_file_actions_init(byte* actions);

    [LibraryImport("libc")]
    private static partial int posix_spawn_file_actions_destroy(byte* actions);

    [LibraryImport("libc")]
    private static partial int posix_spawn_file_actions_adddup2(byte* actions, int from, int to);

    [LibraryImport("libc")]
    private static partial int posix_spawn_file_actions_addchdir_np(byte* actions, byte[] path);

    [LibraryImport("libc")]
    private static partial int posix_spawnattr_init(byte* attributes);

    [LibraryImport("libc")]
    private static partial int posix_spawnattr_destroy(byte* attributes);

    [LibraryImport("libc")]
    private static partial int posix_spawnattr_setflags(byte* attributes, short flags);

    [LibraryImport("libc")]
    private static partial int posix_spawnattr_setpgroup(byte* attributes, int group);

    [LibraryImport("libc")]
    private static partial int posix_spawnattr_setsigmask(byte* attributes, byte* signals);

    [LibraryImport("libc")]
    private static partial int posix_spawnattr_setsigdefault(byte* attributes, byte* signals);

    [LibraryImport("libc")]
    private static partial int sigemptyset(byte* signals);

    [LibraryImport("libc")]
    private static partial int sigfillset(byte* signals);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int waitpid(int id, ref int status, int options);
}
