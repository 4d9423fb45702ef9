using Doppel.Acting;
using Doppel.Fleet;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Prepares the server of a fleet, asks it, and proves files to other machines.</summary>
/// <param name="environment">The environment.</param>
/// <param name="request">The request.</param>
internal sealed class FleetJob(AppEnvironment environment, FleetRequest request)
{
    private static readonly TimeSpan s_poll = TimeSpan.FromSeconds(1);

    /// <summary>Gets the statements that <see cref="Create"/> executes, as SQL.</summary>
    internal string Statements
    {
        get
        {
            string database = request.Connection.Database;
            if (request.DatabaseFor is { } machine)
            {
                return string.Concat(FleetHostSchema.Statements(database, machine).Select(static statement =>
                    (statement.Database is { } name ? $"USE {name};\n" : "") + statement.Text + ";\n"));
            }

            IReadOnlyList<string> statements = FleetSchema.Statements(
                database, request.Cluster, request.Replicated);
            return $"{statements[0]};\nUSE {database};\n"
                + string.Concat(statements.Skip(1).Select(static statement => statement + ";\n"));
        }
    }

    /// <summary>Creates the database of a fleet, or that of one machine in it.</summary>
    /// <param name="stop">Ends it early.</param>
    /// <returns>The name of the machine's database; null if there is one for all.</returns>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal string? Create(CancellationToken stop) => Ask(server =>
    {
        if (request.DatabaseFor is not { } machine)
        {
            FleetSchema.Create(server, request.Cluster, request.Replicated, stop);
            return null;
        }

        FleetHostSchema.Create(server, machine, stop);
        return FleetHostSchema.DatabaseOf(server.Database, machine);
    });

    /// <summary>Returns the machines, buckets and saved volumes of the fleet.</summary>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal IReadOnlyList<FleetHost> Machines(CancellationToken stop) =>
        Ask(server => FleetHost.ReadAll(server, stop));

    /// <summary>Removes all that the server knows about a machine, a bucket or a saved volume.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Whether it was in the fleet.</returns>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal bool Forget(string name, CancellationToken stop) => Ask(server => FleetHost.Forget(server, name, stop));

    /// <summary>Opens the groups of the fleet.</summary>
    /// <param name="stop">Ends reading them early.</param>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal FleetGroups Report(CancellationToken stop) => Ask(server => new FleetGroups(
        environment,
        new FleetReportOptions
        {
            Server = server,
            SizeMin = request.SizeMin,
            BetweenHosts = request.BetweenHosts,
        },
        stop));

    /// <summary>Acts on files of which other machines prove that they have copies.</summary>
    /// <param name="act">Acts, and asks for the proofs.</param>
    /// <exception cref="UsageException">The server or the proof key cannot be used.</exception>
    internal T WithProofs<T>(Func<IHostProofs, T> act) => Ask(server =>
    {
        using var proofs = new ProofRequests(
            server, request.Proving.Resolve(environment, request.Here), environment.ChangeableVolume);
        return act(proofs);
    });

    /// <summary>Proves to other machines that files are here, until the token ends it.</summary>
    /// <param name="roots">The folders whose files are proved, as typed.</param>
    /// <param name="observer">Receives each answer, and a call when the job is ready.</param>
    /// <param name="stop">Ends the job.</param>
    /// <exception cref="UsageException">The server, the proof key or a root cannot be used.</exception>
    internal void ServeProofs(IReadOnlyList<string> roots, ISearchObserver observer, CancellationToken stop)
    {
        FleetServer server = request.Connection.Resolve(environment);
        FleetProofOptions options = request.Proving.Resolve(environment, request.Here);
        byte[][] folders = [.. roots.Select(RootOf)];
        FleetCall.Guard(() =>
        {
            using var prover = new FleetProver(server, options, environment.ChangeableVolume, folders, stop);
            prover.Answer();
            Tell($"{options.Host} proves files to other machines; Ctrl-C ends it");
            try
            {
                while (!stop.WaitHandle.WaitOne(s_poll))
                {
                    if (prover.Answer() > 0)
                    {
                        Tell($"{Count.Of(prover.Proved, "file")} proved, {Count.Of(prover.Refused, "file")} refused, "
                            + $"{SizeText.Show(prover.BytesRead)} read");
                    }
                }
            }
            catch (OperationCanceledException)
            {
                // What was not answered is answered by the next run.
            }
        });

        void Tell(string text) => observer.Take(new Notice(NoticeKind.Status, text));
    }

    private T Ask<T>(Func<FleetServer, T> ask)
    {
        FleetServer server = request.Connection.Resolve(environment);
        return FleetCall.Guard(() => ask(server));
    }

    private byte[] RootOf(string root)
    {
        IChangeableVolume volume = environment.ChangeableVolume;
        byte[] path = environment.Paths.ToAbsolute(ByteText.ToBytes(root));
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _);
        byte[] real = [];
        if (!error.Failed)
        {
            error = volume.PathOf(folder, out real);
            volume.Close(folder);
        }

        return error.Failed
            ? throw new UsageException($"cannot open {Quote.Text(root)}: {volume.Describe(error)}")
            : real;
    }
}
