using Doppel.Fleet;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet init</c>.</summary>
internal static class FleetInit
{
    /// <summary>Prepares the server, or prints how.</summary>
    internal static ExitCode Run(CommandCall<FleetInitSettings> call)
    {
        (CommandHost host, FleetInitSettings settings) = (call.Host, call.Settings);
        if (settings.Print)
        {
            return PlainOutput.Write(host.Out, TextOf(settings));
        }

        FleetServer server = settings.Fleet.Resolve(host);
        using var signals = new StopSignals(static () => { });
        return FleetCall.Guard(() =>
        {
            if (settings.Host is not { } machine)
            {
                FleetSchema.Create(server, settings.Cluster, settings.Replicated, signals.Stop);
                return ExitCode.Done;
            }

            FleetHostSchema.Create(server, machine, signals.Stop);
            return PlainOutput.Write(host.Out, FleetHostSchema.DatabaseOf(server.Database, machine) + "\n");
        });
    }

    private static string TextOf(FleetInitSettings settings)
    {
        string database = settings.Fleet.Database;
        if (settings.Host is { } machine)
        {
            return string.Concat(FleetHostSchema.Statements(database, machine).Select(static statement =>
                (statement.Database is { } name ? $"USE {name};\n" : "") + statement.Text + ";\n"));
        }

        IReadOnlyList<string> statements = FleetSchema.Statements(
            database, settings.Cluster, settings.Replicated);
        return $"{statements[0]};\nUSE {database};\n"
            + string.Concat(statements.Skip(1).Select(static statement => statement + ";\n"));
    }
}
