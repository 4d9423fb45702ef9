namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet delete</c>.</summary>
internal static class FleetDeleteCommand
{
    /// <summary>Carries a plan out.</summary>
    internal static ExitCode Run(CommandCall<ActSettings> call)
    {
        if (!PlanSource.IsFile(call.Host, call.Operands))
        {
            throw new UsageException(
                $"{Quote.Text(call.Operands[0])} is not a plan",
                "doppel fleet plan -o FILE --reference MACHINE writes one");
        }

        return call.Settings.DryRun
            ? ActCommand.Delete(call)
            : new FleetJob(call.Host, call.Settings.Fleet).WithProofs(
                proofs => ActCommand.DeleteProved(call, proofs));
    }
}
