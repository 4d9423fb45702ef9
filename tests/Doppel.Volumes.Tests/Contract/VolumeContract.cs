using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>The laws that every volume obeys, run against each of them.</summary>
/// <remarks>The laws are grouped by concern in the parts of this class.</remarks>
public abstract partial class VolumeContract : IDisposable
{
    private protected readonly VolumePlace _place;
    private protected readonly FolderHandle _root;

    protected VolumeContract(VolumePlace place)
    {
        _place = place;
        _root = OpenFolder(FolderHandle.None, place.Root);
    }

    private protected IVolume Volume => _place.Volume;

    public void Dispose()
    {
        GC.SuppressFinalize(this);
        try
        {
            // No law leaves anything open.
            Volume.Close(_root);
            _place.AssertNothingOpen();
        }
        finally
        {
            _place.Dispose();
        }
    }

    private protected bool IsFileSystem => _place.Abilities.HasFlag(PlaceAbilities.FileSystem);

    private protected static string Latin(Bytes bytes) => Encoding.Latin1.GetString(bytes.Span);

    private protected static void AssertKind(VolumeErrorKind expected, VolumeError error) =>
        Assert.True(expected == error.Kind, $"{expected} expected, not {error}");

    private protected static void AssertOk(VolumeError error) => AssertKind(VolumeErrorKind.None, error);

    private protected FolderHandle OpenFolder(FolderHandle at, Bytes path, LinkPolicy links = LinkPolicy.Stay)
    {
        AssertOk(Volume.OpenFolder(at, path.Span, links, out FolderHandle folder, out FileFacts facts));
        Assert.Equal(EntryKind.Folder, facts.Kind);
        Assert.NotEqual(FolderHandle.None, folder);
        return folder;
    }

    private protected FileHandle OpenFile(FolderHandle at, Bytes path)
    {
        AssertOk(Volume.OpenFile(at, path.Span, out FileHandle file, out FileFacts facts));
        Assert.Equal(EntryKind.File, facts.Kind);
        Assert.NotEqual(FileHandle.None, file);
        return file;
    }

    private protected VolumeError TryOpenFolder(FolderHandle at, Bytes path, LinkPolicy links = LinkPolicy.Stay)
    {
        VolumeError error = Volume.OpenFolder(at, path.Span, links, out FolderHandle folder, out _);
        Assert.Equal(error.Failed, folder == FolderHandle.None);
        if (!error.Failed)
        {
            Volume.Close(folder);
        }

        return error;
    }

    private protected VolumeError TryOpenFile(FolderHandle at, Bytes path)
    {
        VolumeError error = Volume.OpenFile(at, path.Span, out FileHandle file, out _);
        Assert.Equal(error.Failed, file == FileHandle.None);
        if (!error.Failed)
        {
            Volume.Close(file);
        }

        return error;
    }

    private protected VolumeError TryStat(FolderHandle at, Bytes path, LinkPolicy links, out FileFacts facts) =>
        Volume.Stat(at, path.Span, links, FactFields.All, out facts);

    private protected byte[] ReadWhole(FolderHandle at, Bytes path)
    {
        FileHandle file = OpenFile(at, path);
        AssertOk(Volume.Stat(file, out FileFacts facts));
        var content = new byte[facts.Size];
        AssertOk(Volume.Read(file, 0, content, out int read));
        Assert.Equal(content.Length, read);
        Volume.Close(file);
        return content;
    }
}
