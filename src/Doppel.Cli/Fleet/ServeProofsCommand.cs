using Doppel.Fleet;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet serve-proofs</c>.</summary>
internal static class ServeProofsCommand
{
    private static readonly TimeSpan s_poll = TimeSpan.FromSeconds(1);

    /// <summary>Answers other machines until it is interrupted.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        (CommandHost host, CommandSettings settings) = (call.Host, call.Settings);
        FleetServer server = settings.Fleet.Resolve(host);
        FleetProofOptions options = settings.Proving.Resolve(host, settings.Fleet.HostName);
        byte[][] roots = [.. call.Operands.Select(root => RootOf(host, root))];
        Messages messages = host.MessagesFor(settings.Messages.Color);
        using var signals = new StopSignals(static () => { });
        return FleetCall.Guard(() =>
        {
            using var prover = new FleetProver(server, options, host.ChangeableVolume, roots, signals.Stop);
            prover.Answer();
            if (!settings.Messages.Quiet)
            {
                messages.Line($"{options.Host} proves files to other machines; Ctrl-C ends it");
            }

            try
            {
                while (!signals.Stop.WaitHandle.WaitOne(s_poll))
                {
                    if (prover.Answer() > 0 && !settings.Messages.Quiet)
                    {
                        messages.Line($"{Count.Of(prover.Proved, "file")} proved, {Count.Of(prover.Refused, "file")} "
                            + $"refused, {SizeText.Show(prover.BytesRead)} read");
                    }
                }
            }
            catch (OperationCanceledException)
            {
                // What was not answered is answered by the next run.
            }

            return ExitCode.Done;
        });
    }

    private static byte[] RootOf(CommandHost host, string root)
    {
        byte[] path = host.Paths.ToAbsolute(ByteText.ToBytes(root));
        VolumeError error = host.ChangeableVolume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _);
        if (error.Failed)
        {
            throw new UsageException($"cannot open {Quote.Text(root)}: {host.Volume.Describe(error)}");
        }

        error = host.ChangeableVolume.PathOf(folder, out byte[] real);
        host.ChangeableVolume.Close(folder);
        return error.Failed
            ? throw new UsageException($"cannot open {Quote.Text(root)}: {host.Volume.Describe(error)}")
            : real;
    }
}
