using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Counts the files of a folder with one name and any ending but that of a sidecar.</summary>
/// <param name="stem">The name before the last dot.</param>
internal sealed class StemCount(byte[] stem) : IEntryVisitor
{
    private int _count;

    public bool Wants(ReadOnlySpan<byte> name, EntryKind kind)
    {
        int dot = name.LastIndexOf((byte)'.');
        _count += dot == stem.Length && name.StartsWith(stem) && !name[dot..].SequenceEqual(".xmp"u8) ? 1 : 0;
        return false;
    }

    public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
    {
    }

    public void Fail(ReadOnlySpan<byte> name, VolumeError failure)
    {
    }

    /// <summary>Returns the number of files. 0 if the folder cannot be listed.</summary>
    internal int Count(IVolume volume, FolderHandle folder)
    {
        _count = 0;
        return volume.List(folder, FactFields.None, this).Failed ? 0 : _count;
    }
}
