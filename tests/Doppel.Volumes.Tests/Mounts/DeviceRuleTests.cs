using System.Text;

namespace Doppel.Volumes.Tests;

public sealed class DeviceRuleTests
{
    private static readonly DeviceKind[] s_allowed =
        [DeviceKind.Unknown, DeviceKind.Rotating, DeviceKind.Solid, DeviceKind.Network];

    public static TheoryData<DeviceKind> Allowed => [.. s_allowed];

    public static TheoryData<DeviceKind> Refused =>
        [.. Enum.GetValues<DeviceKind>().Except(s_allowed), (DeviceKind)99];

    [Theory]
    [MemberData(nameof(Allowed))]
    public void A_rule_has_a_width_from_0_to_256_and_no_other(DeviceKind kind)
    {
        for (int width = -2; width <= 258; width++)
        {
            DeviceRule rule = Rule("/a", kind, width);
            ArgumentException? refused = Refusal(rule);
            Assert.Equal(width is >= 0 and <= 256, refused is null);
            Assert.Equal((kind, width), (rule.Kind, rule.Width));
        }

        AssertRefused("Width", Rule("/a", kind, int.MinValue), Rule("/a", kind, int.MaxValue));
    }

    [Theory]
    [MemberData(nameof(Refused))]
    public void A_kind_that_no_user_can_name_is_refused(DeviceKind kind) => AssertRefused("Kind", Rule("/a", kind, 0));

    [Fact]
    public void A_refusal_names_the_value_and_what_is_allowed()
    {
        AssertRefused("Path", Rule("", DeviceKind.Solid, 0));
        Assert.Contains("0 (by kind) or 1 to 256", Refusal(Rule("/a", DeviceKind.Solid, 257))!.Message);
        Assert.Contains("Rotating, Solid, Network", Refusal(Rule("/a", DeviceKind.Memory, 0))!.Message);
    }

    private static void AssertRefused(string what, params DeviceRule[] rules) => Assert.All(rules, rule =>
    {
        ArgumentException? refused = Refusal(rule);
        Assert.Equal(what, refused?.ParamName);
        Assert.StartsWith($"{what} must", refused!.Message, StringComparison.Ordinal);
    });

    private static ArgumentException? Refusal(DeviceRule rule) =>
        Record.Exception(rule.Validate) is { } thrown ? Assert.IsAssignableFrom<ArgumentException>(thrown) : null;

    private static DeviceRule Rule(string path, DeviceKind kind, int width) =>
        new(Encoding.UTF8.GetBytes(path), kind, width);
}
