using System.Text;

namespace Doppel.Volumes.Tests;

/// <summary>The laws that every volume obeys whose files can be changed, run against each of them.</summary>
public abstract partial class ChangeContract : IDisposable
{
    private const uint Private = 0x180; // rw-------

    private static readonly byte[][] s_badNames =
        [[], "."u8.ToArray(), ".."u8.ToArray(), "a/b"u8.ToArray(), "/"u8.ToArray(), "a\0"u8.ToArray()];

    private readonly DiskPlace _place;
    private readonly FolderHandle _root;

    protected ChangeContract(IChangeableVolume volume)
    {
        _place = new DiskPlace(volume, PlaceAbilities.None);
        Volume = volume;
        _root = Open("");
    }

    private IChangeableVolume Volume { get; }

    private string Root => Encoding.UTF8.GetString(_place.Root);

    public void Dispose()
    {
        GC.SuppressFinalize(this);
        try
        {
            Volume.Close(_root);
            _place.AssertNothingOpen();
        }
        finally
        {
            _place.Dispose();
        }
    }

    [Fact]
    public void A_name_that_is_no_single_component_is_refused_by_every_call()
    {
        _place.AddFile("file", "content");
        AssertOk(Volume.OpenFile(_root, "file"u8, out FileHandle file, out _));
        foreach (byte[] bad in s_badNames)
        {
            AssertKind(VolumeErrorKind.BadName, Volume.Link(file, _root, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.MakeSymbolicLink("x"u8, _root, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.Exchange(_root, bad, "file"u8));
            AssertKind(VolumeErrorKind.BadName, Volume.Exchange(_root, "file"u8, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.Move(_root, bad, _root, "new"u8));
            AssertKind(VolumeErrorKind.BadName, Volume.Move(_root, "file"u8, _root, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.Remove(_root, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.RemoveFolder(_root, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.Recycle(_root, bad));
            AssertKind(VolumeErrorKind.BadName, Volume.MakeFolder(_root, bad, Private));
            AssertKind(VolumeErrorKind.BadName, Volume.MakeFile(_root, bad, Private, out FileHandle made));
            Assert.Equal(FileHandle.None, made);
            AssertKind(VolumeErrorKind.BadName, Volume.OpenForAppending(_root, bad, out made, out _));
            Assert.Equal(FileHandle.None, made);
        }

        AssertKind(VolumeErrorKind.BadName, Volume.MakeSymbolicLink("a\0b"u8, _root, "link"u8));
        Volume.Close(file);
        AssertEntries("file=content");
    }

    [Fact]
    public void A_system_without_a_bin_of_its_own_recycles_nothing()
    {
        _place.AddFile("file", "content");
        Assert.False(Volume.HasRecycleBin);
        AssertKind(VolumeErrorKind.Unsupported, Volume.Recycle(_root, "file"u8));
        AssertEntries("file=content");
    }

    [Fact]
    public void A_missing_entry_is_reported_as_vanished()
    {
        AssertKind(VolumeErrorKind.Vanished, Volume.Move(_root, "no"u8, _root, "new"u8));
        AssertKind(VolumeErrorKind.Vanished, Volume.Remove(_root, "no"u8));
        AssertKind(VolumeErrorKind.Vanished, Volume.RemoveFolder(_root, "no"u8));
        AssertKind(VolumeErrorKind.Vanished, Volume.OpenForAppending(_root, "no"u8, out _, out _));
        AssertKind(VolumeErrorKind.Vanished, Volume.OpenFolderStrictly(_place.At("no"), out _, out _));
        AssertKind(VolumeErrorKind.Vanished, Volume.Protection(_root, "no"u8, out _));
        AssertEntries();
    }

    [Fact]
    public void A_folder_of_somebody_else_lets_nothing_be_made_or_taken_away()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root");
        _place.AddFile("file", "content");
        DiskPlace.RunAsNobody(() =>
        {
            AssertKind(VolumeErrorKind.AccessDenied, Volume.MakeFile(_root, "new"u8, Private, out _));
            AssertKind(VolumeErrorKind.AccessDenied, Volume.MakeFolder(_root, "new"u8, Private));
            AssertKind(VolumeErrorKind.AccessDenied, Volume.MakeSymbolicLink("x"u8, _root, "new"u8));
            AssertKind(VolumeErrorKind.AccessDenied, Volume.Remove(_root, "file"u8));
            AssertKind(VolumeErrorKind.AccessDenied, Volume.Move(_root, "file"u8, _root, "new"u8));
        });
        AssertEntries("file=content");
    }

    [Fact]
    public void Neither_a_move_nor_a_link_leads_to_another_file_system()
    {
        const string Memory = "/dev/shm";
        Assert.SkipUnless(
            Directory.Exists(Memory) && DeviceOf(Memory) != DeviceOf(Root), "needs a second file system");
        string other = $"{Memory}/{Path.GetFileName(Root)}";
        Directory.CreateDirectory(other);
        try
        {
            _place.AddFile("file", "content");
            AssertOk(Volume.OpenFolderStrictly(Encoding.UTF8.GetBytes(other), out FolderHandle there, out _));
            AssertOk(Volume.OpenFile(_root, "file"u8, out FileHandle file, out _));
            AssertKind(VolumeErrorKind.OtherVolume, Volume.Move(_root, "file"u8, there, "file"u8));
            AssertKind(VolumeErrorKind.OtherVolume, Volume.Link(file, there, "file"u8));
            Volume.Close(file);
            Volume.Close(there);
            Assert.Empty(Directory.GetFileSystemEntries(other));
            AssertEntries("file=content");
        }
        finally
        {
            Directory.Delete(other, recursive: true);
        }
    }

    [Fact]
    public void All_that_brings_things_to_the_disk_returns()
    {
        AssertOk(Volume.MakeFile(_root, "file"u8, Private, out FileHandle file));
        AssertOk(Volume.Write(file, 0, "content"u8));
        AssertOk(Volume.Sync(file));
        AssertOk(Volume.Sync(_root));
        AssertOk(Volume.SyncFileSystem(_root));
        Volume.Close(file);
        AssertEntries("file=content");
    }

    private protected static void AssertKind(VolumeErrorKind expected, VolumeError error) =>
        Assert.True(expected == error.Kind, $"{expected} expected, not {error}");

    private protected static void AssertOk(VolumeError error) => AssertKind(VolumeErrorKind.None, error);

    private ulong DeviceOf(string path)
    {
        AssertOk(Volume.Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Follow, FactFields.All, out FileFacts facts));
        return facts.Device;
    }

    private FolderHandle Open(string path)
    {
        byte[] whole = path.Length == 0 ? _place.Root : _place.At(path);
        AssertOk(Volume.OpenFolderStrictly(whole, out FolderHandle folder, out FileFacts facts));
        Assert.Equal(EntryKind.Folder, facts.Kind);
        return folder;
    }

    private FileFacts Look(FolderHandle at, string name)
    {
        AssertOk(Volume.Stat(at, Encoding.UTF8.GetBytes(name), LinkPolicy.Stay, FactFields.All, out FileFacts facts));
        return facts;
    }

    // Everything below the root, told by System.IO: name=content, name/ for a folder, name->target for a link.
    private void AssertEntries(params string[] expected) => Assert.Equal(
        expected.Order(StringComparer.Ordinal), Entries(new DirectoryInfo(Root)).Order(StringComparer.Ordinal));

    private IEnumerable<string> Entries(DirectoryInfo folder)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos())
        {
            string name = Path.GetRelativePath(Root, entry.FullName);
            yield return entry switch
            {
                { LinkTarget: { } target } => $"{name}->{target}",
                DirectoryInfo => $"{name}/",
                _ => $"{name}={File.ReadAllText(entry.FullName)}",
            };
            foreach (string below in entry is DirectoryInfo { LinkTarget: null } real ? Entries(real) : [])
            {
                yield return below;
            }
        }
    }
}
