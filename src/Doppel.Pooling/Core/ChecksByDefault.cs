namespace Doppel.Pooling;

/// <summary>
/// Reads the setting for checks once, so that they can be enabled in an existing program without rebuilding it.
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
                // A user who sets the variable expects some checks, so an unknown value enables all of them.
                _ => PoolChecks.All,
            };
        }

        return checks;
    }
}
