using Doppel.Catalog;

namespace Doppel.Acting.Tests;

/// <content>After an undo.</content>
public sealed partial class CatalogTests
{
    [Theory, MemberData(nameof(Actions))]
    public void Nothing_is_read_after_an_undo(ActionKind action)
    {
        AddFiles();
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();
        _tree.Act(action);
        Assert.Equal(0, Search());
        Assert.True(_tree.Undo());
        Assert.Equal(0, Search());
    }

    [Theory, MemberData(nameof(Actions))]
    public void Nothing_is_read_after_an_undo_even_if_no_search_has_hashed_the_files(ActionKind action)
    {
        AddFewLargeFiles();
        _tree.Act(action);
        Assert.Equal(0, Search());
        Assert.True(_tree.Undo());
        Assert.Equal(0, Search());
    }

    [Fact]
    public void A_rebuilt_file_to_which_another_program_writes_is_read_even_if_its_time_is_reset()
    {
        AddFewLargeFiles();
        string folder = $"{_tree.Files.Folder}/b";
        DateTime[] times = [.. Directory.GetFiles(folder).Select(File.GetLastWriteTimeUtc)];
        _tree.Act(ActionKind.HardLink);
        string? written = null;
        _tree.Undo(new HookedVolume(ActingTree.Volume)
        {
            BeforeOpen = () =>
            {
                string? made = Directory.EnumerateFiles(folder)
                    .FirstOrDefault(static path => Path.GetFileName(path) is not ("few" or "two"));

                // It is complete if it has got its time.
                DateTime time = made is null ? default : File.GetLastWriteTimeUtc(made);
                if (made is not null && written is null && times.Contains(time))
                {
                    written = made;
                    using (FileStream file = File.OpenWrite(made))
                    {
                        file.WriteByte((byte)'w');
                    }

                    File.SetLastWriteTimeUtc(made, time);
                }
            },
        });
        Assert.NotNull(written);
        Assert.InRange(Search(), 1, long.MaxValue);
    }

    // Files that are compared side by side, one of them with another content.
    private void AddFewLargeFiles()
    {
        _tree.AddGroup(new string('x', ManyBytes), ["a/few"], ["b/few"]);
        _tree.Files.AddFile("c/unlike", new string('y', ManyBytes));
        _tree.AddGroup(new string('z', ManyBytes + 1), ["a/two"], ["b/two"]);
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();
    }
}
