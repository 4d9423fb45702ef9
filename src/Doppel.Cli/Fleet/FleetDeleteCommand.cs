using Doppel.Fleet;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet delete</c>.</summary>
internal static class FleetDeleteCommand
{
    /// <summary>Carries a plan out.</summary>
    internal static ExitCode Run(CommandCall<ActSettings> call)
    {
        (CommandHost host, ActSettings settings) = (call.Host, call.Settings);
        if (!PlanSource.IsFile(host, call.Operands))
        {
            throw new UsageException(
                $"{Quote.Text(call.Operands[0])} is not a plan",
                "doppel fleet plan -o FILE --reference MACHINE writes one");
        }

        var acting = new CommandCall<ActSettings>(host, call.Command, settings, call.Uses, call.Operands);
        if (settings.DryRun)
        {
            return ActCommand.Delete(acting);
        }

        FleetServer server = settings.Fleet.Resolve(host);
        FleetProofOptions proofs = settings.Proving.Resolve(host, settings.Fleet.HostName);
        return FleetCall.Guard(() => ActCommand.DeleteProved(
            acting, () => new ProofRequests(server, proofs, host.ChangeableVolume)));
    }
}
