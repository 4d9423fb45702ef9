using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>Counts the files in a folder and below, without following links.</summary>
internal static class FileCount
{
    /// <summary>The number of entries after which counting stops.</summary>
    internal const int EntriesMax = 200_000;

    private const int DepthMax = 256;

    /// <summary>Counts files.</summary>
    /// <returns>The number; -1 if there are more entries than can be counted, or a folder cannot be listed.</returns>
    internal static long Of(IVolume volume, ReportName path)
    {
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path.Bytes, LinkPolicy.Stay, out FolderHandle top, out _);
        if (error.Failed)
        {
            return -1;
        }

        var counter = new Counter();
        bool isWhole = Count(volume, top, counter, 0);
        volume.Close(top);
        return isWhole ? counter.Files : -1;
    }

    private static bool Count(IVolume volume, FolderHandle folder, Counter counter, int depth)
    {
        counter.Folders.Clear();
        if (volume.List(folder, FactFields.None, counter).Failed || counter.Entries > EntriesMax || depth == DepthMax)
        {
            return false;
        }

        byte[][] below = [.. counter.Folders];
        foreach (byte[] name in below)
        {
            if (volume.OpenFolder(folder, name, LinkPolicy.Stay, out FolderHandle inner, out _).Failed)
            {
                return false;
            }

            bool isWhole = Count(volume, inner, counter, depth + 1);
            volume.Close(inner);
            if (!isWhole)
            {
                return false;
            }
        }

        return true;
    }

    private sealed class Counter : IEntryVisitor
    {
        internal List<byte[]> Folders { get; } = [];

        internal long Files { get; private set; }

        internal long Entries { get; private set; }

        // Only entries of unknown kind cost another call.
        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind)
        {
            if (kind != EntryKind.Unknown)
            {
                Take(name, kind);
            }

            return kind == EntryKind.Unknown;
        }

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) => Take(name, facts.Kind);

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Entries++;

        private void Take(ReadOnlySpan<byte> name, EntryKind kind)
        {
            Entries++;
            if (kind == EntryKind.File)
            {
                Files++;
            }
            else if (kind == EntryKind.Folder)
            {
                Folders.Add(name.ToArray());
            }
        }
    }
}
