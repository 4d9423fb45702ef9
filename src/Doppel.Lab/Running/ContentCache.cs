using System.Runtime.Versioning;

namespace Doppel.Lab;

/// <summary>Determines which file contents are cached in memory, and drops them.</summary>
internal static class ContentCache
{
    private const string DropPath = "/proc/sys/vm/drop_caches";
    private const int PageBytes = 4096;

    /// <summary>Gets whether content can be dropped file by file.</summary>
    internal static bool CanDrop => OperatingSystem.IsLinux();

    /// <summary>Writes pending changes to the device, because only written content can be dropped.</summary>
    internal static void Settle(byte[] folder)
    {
        if (OperatingSystem.IsLinux())
        {
            int descriptor = Libc.Open(folder, 0);
            if (descriptor >= 0)
            {
                _ = Libc.SyncFileSystem(descriptor);
                _ = Libc.Close(descriptor);
            }
        }
    }

    /// <summary>Drops the content of files from memory.</summary>
    /// <returns>
    /// The share of the content that is in memory nevertheless, 0 to 1; NaN if the system does not report it.
    /// </returns>
    internal static double Drop(IReadOnlyList<LabFile> files)
    {
        if (OperatingSystem.IsLinux())
        {
            foreach (LabFile file in files)
            {
                int descriptor = Libc.Open(file.Path, 0);
                if (descriptor >= 0)
                {
                    _ = Libc.Advise(descriptor, 0, 0, Libc.AdviseDontNeed);
                    _ = Libc.Close(descriptor);
                }
            }
        }

        return ResidentShare(files);
    }

    /// <summary>
    /// Returns the share of the files' content that is in memory, 0 to 1; NaN if the system does not report it.
    /// </summary>
    internal static double ResidentShare(IReadOnlyList<LabFile> files)
    {
        long pages = 0;
        long resident = 0;
        foreach (LabFile file in files)
        {
            pages += (file.Size + PageBytes - 1) / PageBytes;
            if (!OperatingSystem.IsLinux() || !TryCount(file, ref resident))
            {
                return double.NaN;
            }
        }

        return pages == 0 ? double.NaN : Math.Min(1, (double)resident / pages);
    }

    /// <summary>Drops all caches of the machine, for all users.</summary>
    /// <exception cref="IOException">The system does not allow it.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission.</exception>
    internal static void DropAll() => File.WriteAllText(DropPath, "3\n");

    /// <summary>Returns why the machine's caches cannot be dropped here, or null if they can.</summary>
    internal static string? WhyNotDropAll()
    {
        try
        {
            using FileStream file = new(DropPath, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return failure switch
            {
                UnauthorizedAccessException => "Permission denied",
                FileNotFoundException or DirectoryNotFoundException => "this system has no way to",
                _ => failure.Message,
            };
        }
    }

    [SupportedOSPlatform("linux")]
    private static unsafe bool TryCount(LabFile file, ref long resident)
    {
        int descriptor = Libc.Open(file.Path, 0);
        if (descriptor < 0)
        {
            return false;
        }

        // struct cachestat_range and struct cachestat of linux/mman.h, since Linux 6.5.
        ulong* range = stackalloc ulong[2];
        ulong* counts = stackalloc ulong[5];
        range[0] = range[1] = 0;
        bool isTold = Libc.SystemCall(Libc.CacheStatNumber, descriptor, (nint)range, (nint)counts, 0, 0, 0) == 0;
        _ = Libc.Close(descriptor);
        resident += isTold ? (long)counts[0] : 0;
        return isTold;
    }
}
