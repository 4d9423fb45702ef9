using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about listing folders and telling facts, where files have links.</content>
public abstract partial class FileSystemContract
{
    [Fact]
    public void A_listing_reports_every_entry_once_with_its_kind()
    {
        _place.AddFile("file", "abc");
        _place.AddFile("empty", "");
        _place.AddFolder("folder");
        _place.AddFile("folder/below", "not told");
        _place.AddLink("link", "file");
        _place.AddLink("dangling", "nowhere");
        _place.AddLink("to-folder", "folder");
        _place.AddSpecials();

        EntryCollector listed = EntryCollector.List(Volume, _root);

        IReadOnlyDictionary<string, FileFacts> real = _place.RealFacts();
        Assert.Equal(
            real.Where(entry => !entry.Key.Contains('/', StringComparison.Ordinal))
                .Select(entry => (entry.Key, entry.Value.Kind)).Order(),
            listed.Entries.Select(entry => (entry.Name, entry.Facts.Kind)).Order());
        Assert.All(listed.Entries, entry => Assert.False(entry.Failure.Failed));
        Assert.All(listed.Asked, asked => Assert.Contains(
            asked.Kind, new[] { EntryKind.Unknown, real[asked.Name].Kind }));
    }

    [Fact]
    public void Hard_links_share_their_identity_and_copies_do_not()
    {
        _place.AddFile("first", "same");
        _place.AddHardLink("second", "first");
        _place.AddFile("copy", "same");
        Dictionary<string, FileFacts> facts = EntryCollector.List(Volume, _root).Entries
            .ToDictionary(entry => entry.Name, entry => entry.Facts);

        Assert.True(facts["first"].SameContentAs(facts["second"]));
        Assert.Equal((2u, 2u, 1u), (facts["first"].Links, facts["second"].Links, facts["copy"].Links));
        Assert.Equal(facts["first"].Device, facts["copy"].Device);
        Assert.NotEqual(facts["first"].Inode, facts["copy"].Inode);
    }
}
