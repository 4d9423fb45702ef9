using System.Diagnostics;

namespace Doppel.Benchmarks.Finders;

/// <summary>What the system keeps of files in memory.</summary>
internal static class PageCache
{
    private const string Switch = "/proc/sys/vm/drop_caches";

    /// <summary>Forgets content, names and inodes of all files that are not in use.</summary>
    /// <exception cref="InvalidOperationException">Only root may do so.</exception>
    public static void Drop()
    {
        if (!Environment.IsPrivilegedProcess)
        {
            throw new InvalidOperationException("Cold runs drop the system's caches, which only root may do.");
        }

        using (Process sync = Process.Start("sync"))
        {
            sync.WaitForExit();
        }

        File.WriteAllText(Switch, "3");
    }
}
