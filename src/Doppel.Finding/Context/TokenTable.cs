using Doppel.Catalog;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Maps each device of a search to its tokens, which are created on first use.</summary>
/// <remarks>Used by one thread at a time: the one that creates the lanes of a stage.</remarks>
internal sealed class TokenTable
{
    private readonly FindOptions _options;
    private readonly int _cores;
    private readonly Dictionary<string, DeviceToken> _tokens = new(StringComparer.Ordinal);
    private readonly Dictionary<string, DeviceRule> _rules = new(StringComparer.Ordinal);
    private readonly List<DeviceToken[]?> _ofDevices = [];
    private readonly Dictionary<string, DeviceToken[]> _sets = new(StringComparer.Ordinal);

    internal TokenTable(FindOptions options, int cores)
    {
        _options = options;
        _cores = cores;
        foreach (IVolume volume in options.DeviceRules.Count > 0
            ? options.Roots.Select(static root => root.Volume).Distinct().Where(static one => one is not SavedVolume)
            : [])
        {
            foreach ((string name, DeviceRule rule) in DeviceLook.RulesByDevice(volume, options.DeviceRules))
            {
                _rules[name] = rule;
            }
        }
    }

    /// <summary>Returns the tokens of one device of the <see cref="SearchDevices"/>; always the same array.</summary>
    internal DeviceToken[] Of(SearchDevices devices, int number)
    {
        while (_ofDevices.Count <= number)
        {
            _ofDevices.Add(null);
        }

        return _ofDevices[number] ??= SetOf(TokensOf(devices[number]));
    }

    /// <summary>
    /// Returns the distinct tokens of a sequence in a global order, using one array per distinct set.
    /// </summary>
    internal DeviceToken[] SetOf(IEnumerable<DeviceToken> tokens)
    {
        DeviceToken[] set = [.. tokens.Distinct().OrderBy(static token => token.Name, StringComparer.Ordinal)];
        string key = string.Join('\0', set.Select(static token => token.Name));
        return _sets.TryGetValue(key, out DeviceToken[]? known) ? known : _sets[key] = set;
    }

    private IEnumerable<DeviceToken> TokensOf(SearchDevices.Entry entry)
    {
        foreach (PhysicalDevice device in (entry.Mount with { Device = entry.Device }).DevicesOrItself)
        {
            if (!_tokens.TryGetValue(device.Name, out DeviceToken? token))
            {
                _tokens.Add(device.Name, token = Make(device));
            }

            yield return token;
        }
    }

    private DeviceToken Make(PhysicalDevice device)
    {
        _rules.TryGetValue(device.Name, out DeviceRule? rule);
        if (rule is null && _options.Threads > 0)
        {
            return new DeviceToken(device.Name, _options.Threads);
        }

        DeviceTuning? tuning = rule is null ? TuningOf(device) : null;
        DeviceVerdict verdict = DeviceJudge.Judge(device, rule, [], tuning);
        bool isRotating = verdict.Kind is DeviceKind.Rotating or DeviceKind.Optical;
        return rule is { Width: > 0 }
            ? new DeviceToken(device.Name, verdict.WidthMax)
            : new DeviceToken(
                device.Name, isRotating,
                rule is not null || verdict.Kind != DeviceKind.Rotating || tuning?.HasHead == true,
                _cores, Math.Max(verdict.WidthMax, DeviceJudge.ParallelMax), _options.Time,
                tuning?.Width ?? 0);
    }

    private DeviceTuning? TuningOf(PhysicalDevice device)
    {
        foreach (DeviceTuning tuning in _options.Tunings)
        {
            if (tuning.IsOf(device))
            {
                return tuning;
            }
        }

        return null;
    }
}
