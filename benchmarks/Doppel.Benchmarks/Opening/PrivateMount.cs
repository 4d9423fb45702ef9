using System.ComponentModel;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Doppel.Benchmarks.Opening;

/// <summary>A second mount of a folder that only one thread, its children and their processes see.</summary>
/// <remarks>
/// The mount stands in a mount namespace of its own, which ends with the last who is in it: nothing stays mounted,
/// however the program ends. Needs root.
/// </remarks>
internal static partial class PrivateMount
{
    private const int NewMountNamespace = 0x20000;
    private const ulong Bind = 0x1000;
    private const ulong Recursive = 0x4000;
    private const ulong Private = 0x40000;

    /// <summary>Runs something on a thread that sees the folder mounted.</summary>
    /// <param name="folder">What is mounted.</param>
    /// <param name="point">An empty folder to mount it on.</param>
    /// <param name="action">What to do meanwhile.</param>
    /// <exception cref="Win32Exception">The kernel refuses.</exception>
    public static void Run(string folder, string point, Action action)
    {
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                RunHere(folder, point, action);
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        });
        thread.Start();
        thread.Join();
        failure?.Throw();
    }

    private static void RunHere(string folder, string point, Action action)
    {
        Check(Unshare(NewMountNamespace), "unshare");

        // Else a mount would show in the namespace that this one was copied from.
        Check(Mount("none", "/", null, Recursive | Private, null), "mount --make-rprivate");
        Check(Mount(folder, point, null, Bind, null), "mount --bind");
        try
        {
            action();
        }
        finally
        {
            Check(Unmount(point, 0), "umount");
        }
    }

    private static void Check(int result, string call)
    {
        if (result != 0)
        {
            int code = Marshal.GetLastPInvokeError();
            throw new Win32Exception(code, $"{call}: {Marshal.GetPInvokeErrorMessage(code)}");
        }
    }

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    private static partial int Unshare(int flags);

    [LibraryImport("libc", EntryPoint = "mount", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Mount(string source, string target, string? type, ulong flags, string? data);

    [LibraryImport("libc", EntryPoint = "umount2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Unmount(string target, int flags);
}
