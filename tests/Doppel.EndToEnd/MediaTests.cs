using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>Sound and pictures retagged by the tools that people use, found by the real executable.</summary>
public sealed class MediaTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Retagged_files_are_one_media_group_whatever_they_are_called(VolumeKind volume)
    {
        using TempTree tree = Songs();
        FindReport report = DoppelProgram.Find(volume, "--media", tree.Folder);
        Assert.Empty(report.Groups);
        string[] groups = [.. report.Media.Select(group => Shown(tree, group)).Order(StringComparer.Ordinal)];
        Assert.Equal(["flac song.flac,tagged.flac", "mp3 song.mp3,tagged.doc"], groups);
        JsonElement song = report.Media.Single(group => group.GetProperty("format").GetString() == "mp3");
        JsonElement[] copies = [.. song.GetProperty("copies").EnumerateArray()];
        Assert.Equal("A title", copies[1].GetProperty("tags").GetProperty("title").GetString());
        Assert.Equal(
            new FileInfo(PathOf(tree, "tagged.doc")).Length, copies[1].GetProperty("size").GetInt64());
        Assert.Equal(
            copies.Min(copy => copy.GetProperty("size").GetInt64()), song.GetProperty("redundant_bytes").GetInt64());
        JsonElement totals = report.Summary.GetProperty("media");
        Assert.Equal(2, totals.GetProperty("groups").GetInt64());
        Assert.Equal(4, totals.GetProperty("copies").GetInt64());
    }

    [Fact]
    public void Text_shows_what_differs_and_the_total()
    {
        using TempTree tree = Songs();
        ProcessEnd end = DoppelProgram.Run("find", "--media", tree.Folder).MustSucceed();
        Assert.Matches(@"(?m)^  ~ title +- +A title$", end.OutputText);
        Assert.Matches(@"(?m)^Total: no duplicates; 2 media groups, 4 copies, .* redundant in media$", end.OutputText);
        string total = DoppelProgram.Run("find", "--media", "--json", tree.Folder).MustSucceed().ErrorText;
        Assert.Matches("^no duplicates; 2 media groups, 4 copies, .* redundant in media; 5 files searched", total);
    }

    [Fact]
    public void A_truncated_file_is_reported_as_not_comparable_and_is_no_problem()
    {
        using TempTree tree = Songs();
        byte[] song = File.ReadAllBytes(PathOf(tree, "song.flac"));
        tree.AddFile("cut.flac", song.AsSpan(0, 60).ToArray());
        FindReport report = DoppelProgram.Find("--media", tree.Folder);
        JsonElement cut = report.Media.Single(line => line.GetProperty("type").GetString() == "not-comparable");
        Assert.Equal(PathOf(tree, "cut.flac"), cut.GetProperty("path").GetString());
        Assert.Equal("flac", cut.GetProperty("format").GetString());
        Assert.NotEqual("", cut.GetProperty("reason").GetString());
        Assert.Equal(1, report.Summary.GetProperty("media").GetProperty("not_comparable").GetInt64());
    }

    [Fact]
    public void Media_results_do_not_depend_on_the_number_of_threads()
    {
        using TempTree tree = Songs();
        string alone = DoppelProgram.Find("--media", "--catalog", "none", "--threads", "1", tree.Folder).WithoutTimes;
        string many = DoppelProgram.Find("--media", "--catalog", "none", "--threads", "8", tree.Folder).WithoutTimes;
        Assert.Equal(alone.Replace("\"1\"", "\"8\""), many.Replace("\"1\"", "\"8\""));
    }

    [Fact]
    public void Media_groups_count_as_duplicates_for_the_exit_code()
    {
        using TempTree tree = Songs();
        Assert.Equal(0, DoppelProgram.Run("find", "--exit-code", tree.Folder).ExitCode);
        Assert.NotEqual(0, DoppelProgram.Run("find", "--exit-code", "--media", tree.Folder).ExitCode);
    }

    /// <summary>Files of which tools have changed what only the strict policy compares.</summary>
    [Theory]
    [InlineData("jpg", "exiftool -q -overwrite_original -icc_profile<=PROFILE FILE")]
    [InlineData("png", "exiftool -q -overwrite_original -icc_profile<=PROFILE FILE")]
    [InlineData("tif", "exiftool -q -overwrite_original -icc_profile<=PROFILE FILE")]
    [InlineData("webp", "exiftool -q -overwrite_original -icc_profile<=PROFILE FILE")]
    [InlineData("mp4", "exiftool -q -overwrite_original -Rotation=90 FILE")]
    [InlineData("mkv", "mkvpropedit -q FILE --edit track:v1 --set display-width=641")]
    public void Groups_that_the_loose_policy_would_add_are_counted_before_it_is_tried(string format, string change)
    {
        Needs.Program("ffmpeg", "ffmpeg");
        Needs.Program("exiftool", "libimage-exiftool-perl");
        Needs.Program("mkvpropedit", "mkvtoolnix");
        using var tree = new TempTree();
        string one = PathOf(tree, $"one.{format}");
        string[] length = format is "mp4" or "mkv" ? ["-t", "5"] : ["-frames:v", "1"];
        Tool.Run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=720x480:rate=25,noise=alls=80",
                .. length.Select(static word => (ByteName)word), one,
            ]).MustSucceed();
        string other = PathOf(tree, $"other.{format}");
        File.Copy(one, other);
        using var beside = new TempTree();
        byte[] profile = [0, 0, 0x0C, 0x48, .. "none"u8, 2, 0x10, 0, 0, .. "mntrRGB XYZ "u8, .. new byte[3_120]];
        beside.AddFile("profile.icc", profile);
        string[] words = change.Replace("PROFILE", PathOf(beside, "profile.icc"), StringComparison.Ordinal)
            .Replace("FILE", other, StringComparison.Ordinal).Split(' ');
        Tool.Run(words[0], [.. words[1..].Select(static word => (ByteName)word)]).MustSucceed();
        foreach (string catalog in (string[])["none", beside.Folder, beside.Folder])
        {
            JsonElement strict = DoppelProgram.Find("--media", "--catalog", catalog, tree.Folder).Summary;
            Assert.Equal(0, strict.GetProperty("media").GetProperty("groups").GetInt64());
            Assert.Equal(1, strict.GetProperty("media").GetProperty("loose_groups").GetInt64());
        }

        FindReport loose = DoppelProgram.Find("--media", "--media-policy", "loose", tree.Folder);
        Assert.Single(loose.Media);
        Assert.False(loose.Summary.GetProperty("media").TryGetProperty("loose_groups", out _));
    }

    private static TempTree Songs()
    {
        Needs.Program("ffmpeg", "ffmpeg");
        Needs.Program("id3v2", "id3v2");
        Needs.Program("metaflac", "flac");
        var tree = new TempTree();
        foreach (string name in (string[])["song.mp3", "song.flac"])
        {
            Tool.Run(
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=3", "-bitexact",
                "-map_metadata", "-1", tree[name]).MustSucceed();
        }

        // What it is called says nothing of what it is.
        File.Copy(PathOf(tree, "song.mp3"), PathOf(tree, "tagged.doc"));
        Tool.Run("id3v2", "--TIT2", "A title", "--TPE1", "An artist", tree["tagged.doc"]).MustSucceed();
        File.Copy(PathOf(tree, "song.flac"), PathOf(tree, "tagged.flac"));
        Tool.Run("metaflac", "--set-tag=TITLE=A title", tree["tagged.flac"]).MustSucceed();
        tree.AddFile("notes.mp3", "no sound at all");
        return tree;
    }

    private static string PathOf(TempTree tree, string name) => Path.Combine(tree.Folder, name);

    private static string Shown(TempTree tree, JsonElement group) => group.GetProperty("format").GetString() + " "
        + string.Join(",", group.GetProperty("copies").EnumerateArray().Select(
            copy => Path.GetRelativePath(tree.Folder, copy.GetProperty("names")[0].GetString()!)));
}
