using System.Globalization;
using Doppel.Testing.Processes;

namespace Doppel.Cli.Tests.Platform;

/// <summary>Runs alone: a signal goes to the whole process, searches of other tests included.</summary>
[Collection(nameof(AloneCollection))]
public sealed class StopSignalsTests
{
    [Fact]
    public void A_signal_during_the_search_only_ends_the_search()
    {
        // Not SIGINT: that one the test runner listens to itself.
        using var signals = new StopSignals(() => { });
        Assert.Null(signals.Exit);
        Tool.Run("kill", "-TERM", Environment.ProcessId.ToString(CultureInfo.InvariantCulture)).MustSucceed();
        Assert.True(signals.Stop.WaitHandle.WaitOne(TimeSpan.FromMinutes(1)));
        Assert.Equal(ExitCode.Terminated, signals.Exit);
    }
}
