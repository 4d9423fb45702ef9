using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>
/// Counts the files in folders and below, without following links. Empty files hold nothing and do not count. Each
/// folder is listed once.
/// </summary>
/// <remarks>One thread at a time may use it.</remarks>
internal sealed class FileTotals(IVolume volume)
{
    /// <summary>The number of files after which counting stops.</summary>
    internal const int FilesMax = 200_000;

    private const int DepthMax = 256;

    private readonly Dictionary<ReportName, Listing?> _listed = [];

    /// <summary>Counts files.</summary>
    /// <param name="path">The absolute path of the folder.</param>
    /// <param name="max">The number after which counting stops.</param>
    /// <returns>The number, a greater one than the maximum, or -1 if a folder cannot be listed.</returns>
    internal long Of(ReportName path, long max) => Of(path, max, DepthMax);

    /// <summary>Counts files.</summary>
    /// <returns>The number; -1 if there are more than can be counted, or a folder cannot be listed.</returns>
    internal long Of(ReportName path) => Of(path, FilesMax) is var files and <= FilesMax ? files : -1;

    private long Of(ReportName path, long max, int depth)
    {
        if (!_listed.TryGetValue(path, out Listing? listing))
        {
            _listed[path] = listing = List(path);
        }

        if (listing is null || depth == 0)
        {
            return -1;
        }

        long files = listing.Files;
        for (int i = 0; i < listing.Folders.Count && files <= max; i++)
        {
            byte[] folder = [.. path.Bytes, (byte)'/', .. listing.Folders[i]];
            long inner = Of(new ReportName(folder), max - files, depth - 1);
            if (inner < 0)
            {
                return -1;
            }

            files += inner;
        }

        return files;
    }

    private Listing? List(ReportName path)
    {
        var listing = new Listing();
        ReadOnlySpan<byte> top = path.IsEmpty ? "/"u8 : path.Bytes;
        if (volume.OpenFolder(FolderHandle.None, top, LinkPolicy.Stay, out FolderHandle folder, out _).Failed)
        {
            return null;
        }

        bool isWhole = !volume.List(folder, FactFields.Size, listing).Failed;
        volume.Close(folder);
        return isWhole && !listing.HasFailed ? listing : null;
    }

    private sealed class Listing : IEntryVisitor
    {
        internal List<byte[]> Folders { get; } = [];

        internal long Files { get; private set; }

        internal bool HasFailed { get; private set; }

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) =>
            kind is EntryKind.File or EntryKind.Folder or EntryKind.Unknown;

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
            if (facts.Kind == EntryKind.Folder)
            {
                Folders.Add(name.ToArray());
            }
            else if (facts.Kind == EntryKind.File && facts.Size > 0)
            {
                Files++;
            }
        }

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => HasFailed = true;
    }
}
