using Doppel.Cli;
using Doppel.Finding;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Commands;

/// <summary>The flag that measurements switch optimisations off with.</summary>
public sealed class LadderOptionTests
{
    [Fact]
    public void Every_key_reaches_the_engine()
    {
        FindOptions options = Read(
            "--ladder=sizes=off,ends=8k,few=3,block=4096,small=0,medium=1", "--ladder",
            "digest=sha256,pools=off,closing=background,paths=text").ToFindOptions([]);
        Assert.Equal(
            new Ladder
            {
                GroupsBySize = false,
                EndBytes = 8192,
                FewCopiesMax = 3,
                BlockBytes = 4096,
                SmallBytesMax = 0,
                MediumBytesMax = 1,
            },
            options.Ladder);
        Assert.Equal(
            new Means
            {
                Digest = DigestKind.Sha256,
                ReusesMemory = false,
                ClosesInBackground = true,
                KeepsPathsAsText = true,
            },
            options.Means);
    }

    [Fact]
    public void The_values_of_a_search_by_itself_can_be_said()
    {
        FindOptions options = Read(
            "--ladder=sizes=on,ends=4k,few=8,block=128k,small=64k,medium=256k", "--ladder",
            "digest=xxh3,pools=on,closing=here,paths=numbers")
            .ToFindOptions([]);
        Assert.Equal((Ladder.Default, Means.Default), (options.Ladder, options.Means));
    }

    [Theory]
    [InlineData("size=on", "--ladder: 'size' is not a key", "did you mean sizes?")]
    [InlineData("sizes=on,=", "--ladder: '' is not a key", "there are sizes, ends, few,")]
    [InlineData("sizes", "--ladder: sizes: it needs a value", "")]
    [InlineData("sizes=no", "--ladder: sizes: 'no' is not one of on, off", "")]
    [InlineData("digest=md5", "--ladder: digest: 'md5' is not one of xxh3, sha256", "")]
    [InlineData("block=4q", "--ladder: block: '4q' is not a size", "a size is a number")]
    [InlineData("block=1", "--ladder: block: BlockBytes must be from 4096 to 8388608.", "")]
    [InlineData("few=0", "--ladder: few: '0' is not a number of at least 1", "")]
    public void A_bad_key_or_value_is_named_with_what_is_allowed(string value, string expected, string hint)
    {
        UsageException bad = Assert.Throws<UsageException>(() => Read("--ladder=" + value));
        Assert.Equal(expected, bad.Message);
        Assert.StartsWith(hint, bad.Hint ?? "", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("-q --json")]
    [InlineData("-q --output=report")]
    public void Nothing_can_be_taken_for_a_report(string flags)
    {
        string[] all = ["find", "--ladder=digest=sha256", .. flags.Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        var host = new TestHost();
        Assert.Equal(2, host.Run(all));
        Assert.StartsWith(
            "doppel: --ladder is for measuring and writes no report", host.Errors, StringComparison.Ordinal);
        Assert.Empty(host.Output);
    }

    [Fact]
    public void Only_totals_are_told()
    {
        using var tree = new TempTree();
        tree.AddFile("a", "hello");
        tree.AddFile("b", "hello");
        tree.AddFile("c", "other");
        var host = new TestHost();
        Assert.Equal(0, host.Run("find", "--quiet", "--ladder=digest=sha256,small=0,few=1", tree.Folder));
        Assert.Empty(host.Output);
        Assert.Matches("^1 group, 1 redundant file, 5 B redundant; 3 files searched in [0-9.]+ s\n$", host.Errors);
    }

    [Fact]
    public void No_help_and_no_completion_tells_of_it()
    {
        Assert.Contains(AllCommands.Table.Main.HiddenOptions, option => option.Name == "ladder");
        using var host = new TestHost();
        foreach (string[] arguments in new string[][]
        {
            ["find", "--help"], ["find", "-h"], ["generate", "man"], ["generate", "completions", "bash"],
            ["generate", "completions", "zsh"], ["generate", "completions", "fish"],
            ["generate", "completions", "pwsh"],
        })
        {
            Assert.Equal(0, host.Run(arguments));
        }

        Assert.NotEmpty(host.Output);
        Assert.DoesNotContain("ladder", host.Output, StringComparison.Ordinal);
        Assert.Equal(2, host.Run("find", "--lader=x"));
        Assert.DoesNotContain("ladder", host.Errors, StringComparison.Ordinal);
    }

    private static FindSettings Read(params string[] flags) =>
        TestHost.Read<FindSettings>(["find", "--quiet", .. flags]);
}
