using Doppel.Fleet;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet init</c>.</summary>
internal static class FleetInit
{
    /// <summary>Prepares the server, or prints how.</summary>
    internal static ExitCode Run(CommandCall<FleetSettings> call)
    {
        (CommandHost host, FleetSettings settings) = (call.Host, call.Settings);
        if (settings.Print)
        {
            IReadOnlyList<string> statements = FleetSchema.Statements(settings.Fleet.Database, settings.Cluster);
            return PlainOutput.Write(
                host.Out,
                $"{statements[0]};\nUSE {settings.Fleet.Database};\n"
                + string.Concat(statements.Skip(1).Select(static statement => statement + ";\n")));
        }

        FleetServer server = settings.Fleet.Resolve(host);
        using var signals = new StopSignals(static () => { });
        return FleetOptions.Guard(() =>
        {
            FleetSchema.Create(server, settings.Cluster, signals.Stop);
            return ExitCode.Done;
        });
    }
}
