using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about listing folders and telling facts.</content>
public abstract partial class VolumeContract
{
    [Fact]
    public void Names_that_begin_with_dots_are_listed()
    {
        string[] names = [".a", "..a", "...", ".. ", "a.", "a.."];
        Array.ForEach(names, name => _place.AddFile(name, name));
        Assert.Equal(
            names.Order(StringComparer.Ordinal),
            EntryCollector.List(Volume, _root).Entries.Select(static entry => entry.Name)
                .Order(StringComparer.Ordinal));
    }

    [Fact]
    public void An_empty_folder_has_no_entries() => Assert.Empty(EntryCollector.List(Volume, _root).Asked);

    [Fact]
    public void A_folder_of_many_entries_is_listed_whole_and_again()
    {
        string[] names = [.. Enumerable.Range(0, 2_000).Select(i => $"a-name-of-some-length-{i:D6}")];
        foreach (string name in names)
        {
            _place.AddFile(name, "x");
        }

        for (int round = 0; round < 2; round++)
        {
            EntryCollector listed = EntryCollector.List(Volume, _root, FactFields.Size);
            Assert.Equal(names, listed.Entries.Select(entry => entry.Name).Order(StringComparer.Ordinal));
            Assert.All(listed.Entries, entry => Assert.Equal(1, entry.Facts.Size));
        }
    }

    [Fact]
    public void An_entry_that_is_not_wanted_is_not_visited()
    {
        _place.AddFile("wanted", "1");
        _place.AddFile("unwanted", "2");
        _place.AddFolder("folder");
        var collector = new EntryCollector { Filter = (name, _) => name == "wanted" };

        AssertOk(Volume.List(_root, FactFields.All, collector));

        Assert.Equal("wanted", Assert.Single(collector.Entries).Name);
        Assert.Equal(3, collector.Asked.Count);
    }

    [Theory]
    [InlineData(FactFields.None)]
    [InlineData(FactFields.Size)]
    [InlineData(FactFields.Size | FactFields.Identity)]
    [InlineData(FactFields.All)]
    public void Facts_that_were_asked_for_are_the_real_ones(FactFields wanted)
    {
        _place.AddFile("empty", "");
        _place.AddFile("small", "hello");
        _place.AddFile("large", new byte[300_000]);
        if (IsFileSystem)
        {
            _place.AddHardLink("again", "small");
        }

        IReadOnlyDictionary<string, FileFacts> real = _place.RealFacts();

        foreach (ListedEntry entry in EntryCollector.List(Volume, _root, wanted).Entries)
        {
            AssertFacts(real[entry.Name], entry.Facts, wanted);
            AssertOk(Volume.Stat(_root, ((Bytes)entry.Name).Span, LinkPolicy.Stay, wanted, out FileFacts facts));
            AssertFacts(real[entry.Name], facts, wanted);
        }
    }

    [Fact]
    public void An_open_file_reports_all_its_facts()
    {
        _place.AddFile("file", "hello");
        AssertOk(Volume.OpenFile(_root, "file"u8, out FileHandle file, out FileFacts opened));
        AssertOk(Volume.Stat(file, out FileFacts now));
        Volume.Close(file);

        Assert.Equal(_place.Real("file"), opened);
        Assert.Equal(_place.Real("file"), now);
    }

    [Fact]
    public void An_open_folder_reports_its_kind_and_identity()
    {
        _place.AddFolder("folder");
        AssertOk(Volume.OpenFolder(_root, "folder"u8, LinkPolicy.Stay, out FolderHandle folder, out FileFacts facts));
        Volume.Close(folder);
        FileFacts real = _place.Real("folder");

        Assert.Equal((EntryKind.Folder, real.Device, real.Inode), (facts.Kind, facts.Device, facts.Inode));
    }

    [Fact]
    public void A_mount_has_the_device_of_the_folder_on_it()
    {
        AssertOk(Volume.OpenFolder(_root, [], LinkPolicy.Stay, out FolderHandle folder, out FileFacts facts));
        MountFacts mount = Volume.MountOf(folder);
        Volume.Close(folder);

        Assert.Equal(facts.Device, mount.Device);
        Assert.False(mount.Traits.HasFlag(FileSystemTraits.Virtual));
    }

    [Fact]
    public void A_visitor_s_exception_reaches_the_caller_and_leaves_nothing_open()
    {
        _place.AddFile("file", "abc");
        var collector = new EntryCollector { Filter = (_, _) => throw new IOException("of the visitor") };

        Assert.Equal("of the visitor", Assert.Throws<IOException>(
            () => Volume.List(_root, FactFields.All, collector)).Message);
    }

    private protected static void AssertFacts(in FileFacts real, in FileFacts told, FactFields wanted)
    {
        Assert.Equal(real.Kind, told.Kind);
        if (wanted.HasFlag(FactFields.Size))
        {
            Assert.Equal(real.Size, told.Size);
        }

        if (wanted.HasFlag(FactFields.Identity))
        {
            Assert.Equal((real.Device, real.Inode, real.Links), (told.Device, told.Inode, told.Links));
        }

        if (wanted.HasFlag(FactFields.Times))
        {
            Assert.Equal((real.Modified, real.Changed), (told.Modified, told.Changed));
        }

        if (wanted.HasFlag(FactFields.Ownership))
        {
            Assert.Equal(
                (real.Owner, real.Group, real.Mode, real.Allocated),
                (told.Owner, told.Group, told.Mode, told.Allocated));
        }
    }
}
