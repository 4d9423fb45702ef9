using System.Text;
using Doppel.Finding;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Commands;

public sealed class FindSettingsTests
{
    private static readonly ResolvedRoots s_nowhere = new([], [], []);

    [Fact]
    public void Without_flags_everything_has_its_default()
    {
        FindOptions options = Read().ToFindOptions(s_nowhere);
        EntryFilter filter = options.Filter;
        Assert.Empty(filter.Include.Concat(filter.Exclude));
        Assert.Empty(filter.Extensions);
        IReadOnlyList<FindRoot> none = [];
        EntryFilter plain = EntryFilter.Default;
        var expected = new FindOptions { Roots = none, Filter = plain };
        Assert.Equal(
            expected,
            options with { Roots = none, Filter = plain, RunOfLeftover = expected.RunOfLeftover });
        Assert.Equal(
            (plain.SizeMin, plain.SizeMax, plain.DepthMax, plain.Hidden, plain.NewerThan, plain.OlderThan),
            (filter.SizeMin, filter.SizeMax, filter.DepthMax, filter.Hidden, filter.NewerThan, filter.OlderThan));
    }

    [Fact]
    public void Every_flag_reaches_the_engine()
    {
        FindSettings settings = Read(
            "--min-size=1k", "--max-size=2k", "--include=*.a", "--include=*.b", "--exclude=x/", "--ext=jpg,.PNG",
            "--ext=gif", "--newer=2024-01-01", "--older=2d", "--max-depth=3", "--one-file-system", "--follow",
            "--no-hidden", "--unique", "--isolate", "--exact", "--threads=7", "--scan=serial", "--json");
        FindOptions options = settings.ToFindOptions(s_nowhere);
        EntryFilter filter = options.Filter;
        Assert.Equal((1024, 2048, 3, false), (filter.SizeMin, filter.SizeMax, filter.DepthMax, filter.Hidden));
        Assert.Equal(["*.a", "*.b"], filter.Include.Select(glob => glob.Pattern));
        Assert.Equal(["x/"], filter.Exclude.Select(glob => glob.Pattern));
        Assert.Equal(["jpg", "PNG", "gif"], filter.Extensions);
        Assert.Equal(FileTime.From(FixedClock.Now.AddDays(-2)), filter.OlderThan);
        Assert.Equal(FileTime.From(new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromHours(2))), filter.NewerThan);
        Assert.Equal((true, true, true), (options.OneFileSystem, options.Uniques, options.Isolate));
        Assert.Equal((true, false, 7), (options.CopyFacts, options.Digests, options.Threads));
        Assert.Equal(
            (LinkFollowing.Follow, ProofDemand.Bytes, ScanMode.Serial), (options.Links, options.Proof, options.Scan));
    }

    [Fact]
    public void The_last_of_two_flags_wins_and_a_negation_puts_the_default_back()
    {
        Assert.Equal(2, Read("--min-size=1", "--min-size=2").Request.Filter.SizeMin);
        Assert.Equal(1, Read("--min-size=5", "--no-min-size").Request.Filter.SizeMin);
        Assert.True(Read("--no-hidden", "--hidden").Request.Filter.Hidden);
        Assert.False(Read("--follow", "--no-follow").Request.Filter.Follow);
        List<Glob> globs = Read("--exclude=a", "--exclude=b", "--no-exclude", "--exclude=c").Request.Filter.Exclude;
        Assert.Equal(["c"], globs.Select(glob => glob.Pattern));
        Assert.Equal(ReportFormat.Csv, Read("--json", "--format=csv").Output.Format);
        Assert.Equal(ReportFormat.Html, Read("-o", "a.html").Output.Format);
        Assert.Equal(ReportFormat.Html, Read("--output=A.HTM").Output.Format);
        Assert.Equal(ReportFormat.Json, Read("--json", "-o", "a.html").Output.Format);
        Assert.Equal(ReportFormat.Text, Read("--no-json", "-o", "a.html").Output.Format);
        Assert.Equal(ReportFormat.Text, Read("--summary", "-o", "a.html").Output.Format);
        Assert.Equal(ReportFormat.Text, Read("--json", "--no-json").Output.Format);
        Assert.Equal(WhenToUse.Never, Read("--color=always", "--no-color").Messages.Color);
        Assert.Equal(WhenToUse.Always, Read("--no-progress", "--progress=always").Messages.Progress);
    }

    [Fact]
    public void Media_is_sought_by_the_policy_that_was_named()
    {
        Assert.Null(Read().ToFindOptions(s_nowhere).Media);
        Assert.Throws<UsageException>(() => Read("--media-policy=loose"));
        Assert.Null(Read("--media", "--media-policy=loose", "--no-media").ToFindOptions(s_nowhere).Media);
        Assert.Equal(MediaPolicy.Strict, Read("--media").ToFindOptions(s_nowhere).Media);
        Assert.Equal(MediaPolicy.Loose, Read("--media", "--media-policy=loose").ToFindOptions(s_nowhere).Media);
    }

    [Theory]
    [InlineData("--media", "--folders")]
    [InlineData("--media", "-0")]
    [InlineData("--media", "--format=fdupes")]
    [InlineData("--media", "--format=csv")]
    [InlineData("--media", "--format=fclones")]
    public void Options_that_do_not_support_media_groups_are_refused_with_media(params string[] flags) =>
        Assert.Throws<UsageException>(() => Read(flags).Validate());

    [Fact]
    public void Every_negation_can_be_applied() => Assert.All(
        AllCommands.Table.Main.Options.Where(option => option.Negation is not null),
        option => Read("--" + option.Negation));

    [Fact]
    public void A_device_is_named_by_a_path_and_described_by_kind_or_width()
    {
        using var tree = new Testing.Trees.TempTree();
        tree.AddFolder("a=b");
        string path = Path.Combine(tree.Folder, "a=b");
        FindSettings settings = Read(
            $"--device={path}=rotating", "--device", ".=network", $"--device={path}=12");
        IReadOnlyList<DeviceRule> rules = settings.ToFindOptions(s_nowhere).DeviceRules;
        Assert.Equal(
            [(path, DeviceKind.Rotating, 0), (Environment.CurrentDirectory, DeviceKind.Network, 0),
                (path, DeviceKind.Unknown, 12)],
            rules.Select(rule => (Encoding.UTF8.GetString(rule.Path.Span), rule.Kind, rule.Width)));
        Assert.Empty(Read($"--device={path}=solid", "--no-device").Request.Running.Devices);
    }

    [Fact]
    public void The_fclones_format_asks_for_digests() =>
        Assert.True(Read("--format=fclones").ToFindOptions(s_nowhere).Digests);

    [Theory]
    [InlineData("--min-size=10q", "--min-size: '10q' is not a size")]
    [InlineData("--min-size=2 --max-size=1", "--max-size (1) is less than --min-size (2)")]
    [InlineData("--newer=blah", "--newer: 'blah' is not a valid time")]
    [InlineData("--newer=1d --older=2d", "no file can match: --newer is not earlier than --older")]
    [InlineData("--max-depth=x", "--max-depth: 'x' is not a number of at least 0")]
    [InlineData("--threads=0", "--threads: '0' is not a number from 1 to 256")]
    [InlineData("--threads=257", "--threads: '257' is not a number from 1 to 256")]
    [InlineData("--scan=fast", "--scan: 'fast' is not one of parallel, serial")]
    [InlineData("--format=xml", "--format: 'xml' is not one of text, json, fdupes, csv, fclones, html")]
    [InlineData("--color=yes", "--color: 'yes' is not one of auto, always, never")]
    [InlineData("--ext=,", "--ext: ',' is not a list of extensions")]
    [InlineData("--exclude=[a", "--exclude: '[a': a '[' is not closed by ']'")]
    [InlineData("--include=a/", "--include: 'a/' ends with '/' and so matches no file")]
    [InlineData("--device=/tmp", "--device: '/tmp' is not PATH=KIND")]
    [InlineData("--device==solid", "--device: '=solid' is not PATH=KIND")]
    [InlineData("--device=/tmp=fast", "--device: 'fast' is not rotating, solid, network or a number from 1 to 256")]
    [InlineData("--device=/tmp=0", "--device: '0' is not rotating, solid, network or a number from 1 to 256")]
    [InlineData("--device=/tmp=257", "--device: '257' is not rotating, solid, network or a number from 1 to 256")]
    [InlineData("--device=/no/such=solid", "--device: cannot open '/no/such': No such file or directory")]
    [InlineData("-0 --json", "-0 cannot be used with --format json")]
    public void A_bad_value_names_the_flag_and_the_reason(string flags, string expected) =>
        Assert.Equal(expected, Assert.Throws<UsageException>(() => Read(flags.Split(' '))).Message);

    [Fact]
    public void A_time_can_be_that_of_a_file()
    {
        using var tree = new Testing.Trees.TempTree();
        tree.AddFile("mark", "x");
        DateTime time = new(2024, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        string mark = Path.Combine(tree.Folder, "mark");
        File.SetLastWriteTimeUtc(mark, time);
        Assert.Equal(FileTime.From(time), Read("--newer=" + mark).Request.Filter.NewerThan);
    }

    private static FindSettings Read(params string[] flags) => TestHost.Read<FindSettings>(["find", .. flags]);
}
