namespace Doppel.Release.Tests;

/// <summary>The service that searches each night, which packages install and nobody enables but the user.</summary>
public sealed class ServiceTests
{
    private static readonly string[] s_units = ["doppel.service", "doppel.timer"];

    [Fact]
    public void Systemd_accepts_both_units()
    {
        const string Missing = "needs systemd-analyze: apt install systemd";
        Assert.True(Tool.Find("systemd-analyze") is not null || !TestRun.IsBuildServer, Missing);
        Assert.SkipWhen(Tool.Find("systemd-analyze") is null, Missing);
        using var tree = new TempTree();
        foreach (string unit in s_units)
        {
            // The program is not installed here.
            string text = Text(unit).Replace("/usr/bin/doppel", "/bin/true", StringComparison.Ordinal);
            File.WriteAllText($"{tree[unit]}", text);
        }

        ProcessEnd end = Tool.Run(new ProcessStart(
            "systemd-analyze", ["verify", "--user", "--man=no", .. s_units.Select(unit => tree[unit])])
        {
            Environment = new Dictionary<string, string?> { ["XDG_RUNTIME_DIR"] = tree.Folder },
        });
        Assert.Equal((0, ""), (end.ExitCode, end.ErrorText));
    }

    [Fact]
    public void The_page_about_timers_shows_both_units_as_they_are()
    {
        string page = File.ReadAllText(SourceTree.PathOf("docs/cron.md"));
        Assert.All(s_units, unit => Assert.Contains(
            $"`{unit}`:\n\n```ini\n{Text(unit)}```\n", page, StringComparison.Ordinal));
    }

    private static string Text(string unit) => File.ReadAllText(SourceTree.PathOf($"eng/packaging/{unit}"));
}
