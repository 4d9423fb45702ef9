using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>A file as it was found. Zeros and -1 stand for what a report does not say.</summary>
internal sealed record FoundFile(ReportName Path, long Size, ReportTime Modified, ulong Device, ulong Inode)
{
    /// <summary>Opens a file. The caller closes it.</summary>
    /// <exception cref="RequestException">The file has changed or cannot be opened.</exception>
    internal FileHandle Open(IVolume volume, out FileFacts facts)
    {
        VolumeError error = volume.OpenFile(FolderHandle.None, Path.Bytes, out FileHandle file, out facts);
        if (error.Failed)
        {
            throw RequestException.Conflict($"The file cannot be opened: {volume.Describe(error)}");
        }

        if (!IsSame(facts))
        {
            volume.Close(file);
            throw RequestException.Conflict("The file has changed since it was found.");
        }

        return file;
    }

    private bool IsSame(in FileFacts facts)
    {
        bool isSameInode = Inode == 0 || (Inode == facts.Inode && Device == facts.Device);
        bool isSameTime = Modified == default
            || Modified == new ReportTime(facts.Modified.Seconds, facts.Modified.Nanoseconds);
        return isSameInode && isSameTime && (Size < 0 || Size == facts.Size);
    }
}
