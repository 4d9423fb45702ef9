using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli.Tests.Commands;

/// <summary>What the flags of list-links add up to.</summary>
public sealed class ListLinksSettingsTests
{
    [Theory]
    [InlineData("", LinkKinds.None)]
    [InlineData("--hard", LinkKinds.Hard)]
    [InlineData("--symbolic --hard", LinkKinds.Hard | LinkKinds.Symbolic)]
    [InlineData("--symbolic --hard --no-symbolic", LinkKinds.Hard)]
    [InlineData("--reflinks", LinkKinds.Reflinks)]
    [InlineData("--hard --symbolic --reflinks", LinkKinds.All)]
    public void Kinds_add_up(string flags, LinkKinds kinds) => Assert.Equal(kinds, Read(flags).Links);

    [Theory]
    [InlineData("", 0)]
    [InlineData("--min-size 1k", 1024)]
    [InlineData("--min-size 1k --no-min-size", 0)]
    public void Empty_files_take_part_unless_a_size_is_asked(string flags, long size) =>
        Assert.Equal(size, Read(flags).Request.Filter.SizeMin);

    [Theory]
    [InlineData("--json", ReportFormat.Json, false)]
    [InlineData("-0", ReportFormat.Text, true)]
    public void There_are_two_forms_and_names_alone(string flags, ReportFormat format, bool print0)
    {
        OutputSettings settings = Read(flags).Output;
        Assert.Equal((format, print0), (settings.Format, settings.Print0));
    }

    [Theory]
    [InlineData("-0 --json")]
    [InlineData("--follow")]
    [InlineData("--format text")]
    [InlineData("--exit-code")]
    [InlineData("--isolate")]
    public void Options_that_make_no_sense_are_refused(string flags) =>
        Assert.Throws<UsageException>(() => Read(flags));

    private static ListLinksSettings Read(string flags) => TestHost.Read<ListLinksSettings>(
        ["list-links", .. flags.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
}
