using System.Text;
using Doppel.Reports;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.App.Tests.Acting;

public sealed class FetchCommandTests
{
    [Fact]
    public void A_shell_on_the_other_side_gets_each_name_as_it_is()
    {
        using var tree = new TempTree();
        tree.AddFile("ssh", "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
        Tool.Run("chmod", "700", tree["ssh"]).MustSucceed();
        string[] names = ["plain", "with blank", "it's", "a\nb", "$(rm -rf x)", "\\", "\"", "-n", "*", "\u00e9"];
        foreach (string name in names)
        {
            tree.AddFile($"files/{name}", $"content of {name}");
            string path = $"{tree["files"]}/{name}";
            Assert.Equal((null, $"content of {name}"), Fetch($"{tree["ssh"]} {{host}} cat -- {{quoted}}", path));
            Assert.Equal((null, $"content of {name}"), Fetch("cat -- {path}", path));
        }
    }

    [Fact]
    public void Failures_are_reported_with_a_reason()
    {
        Assert.Equal("false failed with exit code 1", Fetch("false {path}", "/a").Why);
        Assert.Equal("no-such-program cannot be started", Fetch("no-such-program {path}", "/a").Why);
        Assert.Equal("that is not the name of a machine", Fetch("ssh {host} {path}", "/a", "-oProxyCommand").Why);
        Assert.Throws<UsageException>(static () => new FetchCommand("ssh {host} cat"));
    }

    private static (string? Why, string Content) Fetch(string command, string path, string machine = "nas")
    {
        using var target = new MemoryStream();
        string? why = new FetchCommand(command).Run(machine, new ReportName(path), target);
        return (why, Encoding.UTF8.GetString(target.ToArray()));
    }
}
