using Doppel.Acting;
using Doppel.Finding;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Reads the small JPEG that a camera puts into its photos, for a page with the groups of a search.</summary>
/// <remarks>A file that is gone, damaged or on no disk simply has none. Not thread-safe.</remarks>
internal sealed class ThumbnailReader(IReadOnlyList<FindRoot> roots)
{
    private readonly MediaMapper _mapper = new();

    /// <summary>Returns the thumbnail of the first copy that can be opened; null if it has none.</summary>
    internal byte[]? Of(IReadOnlyList<ReportCopy> copies)
    {
        foreach (ReportCopy copy in copies)
        {
            if (copy.Roots[0] < 0 || copy.Roots[0] >= roots.Count || ReportSavedVolume.Holds(copy.Names[0]))
            {
                continue;
            }

            IVolume volume = roots[copy.Roots[0]].Volume;
            ReadOnlySpan<byte> path = copy.Names[0].Bytes;
            if (!volume.OpenFile(FolderHandle.None, path, out FileHandle file, out FileFacts facts).Failed)
            {
                byte[]? thumbnail = IsSame(copy, facts)
                    ? _mapper.ReadThumbnail(new OpenMedia(volume, file, facts.Size))
                    : null;
                volume.Close(file);
                return thumbnail;
            }
        }

        return null;
    }

    private static bool IsSame(ReportCopy copy, in FileFacts facts) =>
        copy.Inode == 0 || (copy.Inode == facts.Inode && copy.Device == facts.Device);
}
