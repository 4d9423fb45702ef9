using Doppel.Benchmarks.S3Memory.Limits;
using Microsoft.Win32.SafeHandles;

/// <summary>
/// Runs first in each service that is measured (DOTNET_STARTUP_HOOKS), whoever wrote it, and writes down ten times a
/// second what its collector did: so the figures are there, too, when the process is killed. It also ends the service
/// with who started it.
/// </summary>
/// <remarks>The runtime asks for this name, outside of any namespace.</remarks>
internal static class StartupHook
{
    private static SafeFileHandle? s_file;
    private static Timer? s_timer;
    private static long s_outOfMemory;

    /// <summary>Called by the runtime before the program's own code.</summary>
    public static void Initialize()
    {
        if (Environment.GetEnvironmentVariable(GcCounters.Variable) is { Length: > 0 } path)
        {
            s_file = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite);
            s_timer = new Timer(static _ => Write(), state: null, dueTime: 0, period: 100);
            GC.KeepAlive(s_timer);
            new Thread(EndWithParent) { IsBackground = true, Name = "watches the parent" }.Start();
            AppDomain.CurrentDomain.FirstChanceException += static (_, thrown) =>
            {
                if (thrown.Exception is OutOfMemoryException)
                {
                    Interlocked.Increment(ref s_outOfMemory);
                }
            };
        }
    }

    // The parent never writes: the read returns when the parent closed the pipe, or died.
    private static void EndWithParent()
    {
        using Stream input = Console.OpenStandardInput();
        input.ReadByte();
        Environment.Exit(0);
    }

    private static void Write()
    {
        Span<byte> bytes = stackalloc byte[GcCounters.Bytes];
        GcCounters.Now(Interlocked.Read(ref s_outOfMemory)).Write(bytes);
        RandomAccess.Write(s_file!, bytes, fileOffset: 0);
    }
}
