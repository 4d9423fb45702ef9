using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>
/// Hosts on this machine: network namespaces that reach each other through the first address of this one.
/// </summary>
internal sealed class NetworkHosts : IDisposable
{
    private readonly List<string> _names = [];

    /// <summary>Makes so many hosts. Skips where that is not allowed.</summary>
    public NetworkHosts(int count)
    {
        Needs.Root();
        Needs.Program("ip", "iproute2");
        for (int i = 1; i <= count; i++)
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"dp{Environment.ProcessId}-{i}");
            if (Tool.Run("ip", "netns", "add", name) is { ExitCode: not 0 } refused)
            {
                Needs.Miss($"needs to make network namespaces: {refused.ErrorText.Trim()}");
            }

            _names.Add(name);
            Ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
            Ip("addr", "add", $"10.213.{i}.1/30", "dev", name);
            Ip("link", "set", name, "up");
            Ip("-n", name, "addr", "add", $"10.213.{i}.2/30", "dev", "eth0");
            Ip("-n", name, "link", "set", "eth0", "up");
            Ip("-n", name, "route", "add", "default", "via", $"10.213.{i}.1");
        }
    }

    /// <summary>The address of this machine that all hosts can reach.</summary>
    public static string Address => "10.213.1.1";

    /// <summary>How to start a program on a host.</summary>
    public ProcessStart On(int host, ProcessStart start) => start with
    {
        Program = "ip",
        Arguments = ["netns", "exec", _names[host], start.Program, .. start.Arguments],
    };

    public void Dispose()
    {
        foreach (string name in _names)
        {
            Tool.Run("ip", "link", "del", name);
            Tool.Run("ip", "netns", "del", name);
        }
    }

    private static void Ip(params ByteName[] arguments) => Tool.Run("ip", arguments).MustSucceed();
}
