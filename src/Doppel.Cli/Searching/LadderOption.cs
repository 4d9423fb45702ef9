using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>
/// Defines the option that turns off individual optimizations for <c>./bench gains</c>. See docs/gains.md.
/// </summary>
internal static class LadderOption
{
    // Each action takes a value and changes either the ladder or the means.
    private static readonly Dictionary<string, Action<FindSettings, string>> s_keys = new()
    {
        ["sizes"] = (to, value) => to.Ladder = to.Ladder! with { GroupsBySize = IsOn(value) },
        ["ends"] = (to, value) => to.Ladder = to.Ladder! with { EndBytes = Bytes(value) },
        ["few"] = (to, value) => to.Ladder = to.Ladder! with { FewCopiesMax = Number.Parse(value, 1, int.MaxValue) },
        ["block"] = (to, value) => to.Ladder = to.Ladder! with { BlockBytes = Bytes(value) },
        ["small"] = (to, value) => to.Ladder = to.Ladder! with { SmallBytesMax = Bytes(value) },
        ["medium"] = (to, value) => to.Ladder = to.Ladder! with { MediumBytesMax = Bytes(value) },
        ["digest"] = (to, value) => to.Means = to.Means! with
        {
            Digest = OneOf(value, "xxh3", "sha256") == 0 ? DigestKind.Xxh3 : DigestKind.Sha256,
        },
        ["pools"] = (to, value) => to.Means = to.Means! with { ReusesMemory = IsOn(value) },
        ["closing"] = (to, value) => to.Means = to.Means! with
        {
            ClosesInBackground = OneOf(value, "here", "background") == 1,
        },
        ["paths"] = (to, value) => to.Means = to.Means! with
        {
            KeepsPathsAsText = OneOf(value, "numbers", "text") == 1,
        },
    };

    internal static OptionDefinition<FindSettings> Definition { get; } = new()
    {
        Name = "ladder",
        ValueName = "KEY=VALUE,...",
        Category = OptionCategory.Running,
        Summary = "Switch single optimisations off, to measure them",
        Text = "Switch single optimisations off, to measure them. The files found are the same.",
        Apply = (settings, value) => Apply(settings, value!),
    };

    private static void Apply(FindSettings settings, string value)
    {
        settings.Ladder ??= Ladder.Default;
        settings.Means ??= Means.Default;
        foreach (string pair in value.Split(','))
        {
            string[] parts = pair.Split('=', 2);
            if (!s_keys.TryGetValue(parts[0], out Action<FindSettings, string>? set))
            {
                throw new UsageException(
                    $"'{parts[0]}' is not a key",
                    NearestName.Find(parts[0], s_keys.Keys) is { } near
                        ? $"did you mean {near}?"
                        : $"there are {string.Join(", ", s_keys.Keys)}");
            }

            try
            {
                set(settings, parts.Length > 1 ? parts[1] : throw new UsageException("it needs a value"));
                settings.Ladder.Validate();
            }
            catch (UsageException bad)
            {
                throw new UsageException($"{parts[0]}: {bad.Message}", bad.Hint);
            }
            catch (ArgumentOutOfRangeException range)
            {
                throw new UsageException($"{parts[0]}: {range.Message.Split(" (")[0]}");
            }
        }
    }

    private static bool IsOn(string value) => OneOf(value, "on", "off") == 0;

    private static int OneOf(string value, string first, string second) =>
        Array.IndexOf([first, second], value) is >= 0 and int index
            ? index
            : throw new UsageException($"'{value}' is not one of {first}, {second}");

    private static int Bytes(string value) =>
        SizeText.TryParse(value, out long bytes) && bytes <= int.MaxValue
            ? (int)bytes
            : throw new UsageException($"'{value}' is not a size", SizeText.Hint);
}
