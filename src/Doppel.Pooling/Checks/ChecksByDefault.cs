namespace Doppel.Pooling.Checks;

/// <summary>
/// Reads the switch for checks once: they can be turned on in a program as it is, without another build.
/// </summary>
internal static class ChecksByDefault
{
    internal const string Variable = "DOPPEL_POOLING_CHECKS";
    internal const string Switch = "Doppel.Pooling.Checks";

    internal static PoolChecks Value { get; } = Read(Environment.GetEnvironmentVariable(Variable));

    internal static PoolChecks Read(string? variable)
    {
        if (string.IsNullOrWhiteSpace(variable))
        {
            return AppContext.TryGetSwitch(Switch, out bool isOn) && isOn ? PoolChecks.All : PoolChecks.None;
        }

        PoolChecks checks = PoolChecks.None;
        const StringSplitOptions Words = StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries;
        foreach (string word in variable.Split(',', Words))
        {
            checks |= word.ToLowerInvariant() switch
            {
                "leaks" => PoolChecks.Leaks,
                "poison" => PoolChecks.Poison,
                "none" or "0" => PoolChecks.None,
                // Whoever sets the variable wants to see something: an unknown word turns everything on.
                _ => PoolChecks.All,
            };
        }

        return checks;
    }
}
