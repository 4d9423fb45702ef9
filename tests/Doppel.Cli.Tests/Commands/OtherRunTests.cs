using System.Text;
using Doppel.Acting;
using Doppel.Reports;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Commands;

/// <summary>What can be done while another run acts.</summary>
public sealed class OtherRunTests : IDisposable
{
    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_dry_run_needs_no_lock()
    {
        _tree.AddFile("d/a", "hello");
        _tree.AddFile("d/b", "hello");
        _tree.AddFile("d/c", "hello");
        Assert.Equal(0, Run("delete", "--yes", "--keep", "**/a", "--keep", "**/b", _tree.Folder + "/d").ExitCode);
        using (JournalFolder.Open(
            (IChangeableVolume)VolumeChoice.Create(static _ => null),
            new ReportName(Encoding.UTF8.GetBytes(_tree.Folder + "/state/doppel/journal"))))
        {
            (int code, string output, string errors) = Run("delete", "--dry-run", _tree.Folder + "/d");
            Assert.True(code == 0, errors);
            Assert.Contains("/d/b", output, StringComparison.Ordinal);
            Assert.DoesNotContain("interrupted", errors, StringComparison.Ordinal);

            (code, output, errors) = Run("undo", "--dry-run");
            Assert.True(code == 0, errors);
            Assert.Contains("/d/c", output, StringComparison.Ordinal);

            Assert.Equal(
                (2, "doppel: another run of doppel is acting; wait until it has ended\n"),
                Failure(Run("undo", "--yes")));
            Assert.Equal(
                (2, "doppel: another run of doppel is acting; wait until it has ended\n"),
                Failure(Run("delete", "--yes", _tree.Folder + "/d")));
        }
    }

    private static (int ExitCode, string Errors) Failure((int ExitCode, string Output, string Errors) end) =>
        (end.ExitCode, end.Errors);

    private (int ExitCode, string Output, string Errors) Run(params string[] arguments)
    {
        using var host = new TestHost();
        host.Environment["XDG_STATE_HOME"] = _tree.Folder + "/state";
        int code = host.Run(arguments);
        return (code, host.Output, host.Errors);
    }
}
