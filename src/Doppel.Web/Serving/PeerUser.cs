using System.Globalization;
using System.Net;

namespace Doppel.Web;

/// <summary>Finds out whose program is at the other end of a connection on this computer.</summary>
internal static class PeerUser
{
    private const int Root = 0;
    private const int LooksMax = 3;

    // Columns of /proc/net/tcp (proc_net_tcp.rst of the kernel).
    private const int LocalColumn = 1;
    private const int RemoteColumn = 2;
    private const int UserColumn = 7;
    private const int InodeColumn = 9;

    // A program may use a socket of the other family to connect to an address of IPv4.
    private static readonly string[] s_tables = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>Gets whether the system tells it.</summary>
    internal static bool IsKnown => OperatingSystem.IsLinux() && File.Exists(s_tables[0]);

    /// <summary>Looks up the other end of a connection.</summary>
    /// <param name="peer">The address and port there.</param>
    /// <param name="own">The address and port here.</param>
    /// <param name="user">The user who owns the page.</param>
    internal static Peer Of(EndPoint? peer, EndPoint? own, uint user)
    {
        if (!IsKnown || peer is not IPEndPoint there || own is not IPEndPoint here)
        {
            return Peer.Unknown;
        }

        // A table that changes while it is read may not show every line.
        for (int look = 0; look < LooksMax; look++)
        {
            foreach (string table in s_tables)
            {
                if (UserIn(table, there, here) is { } found)
                {
                    return found == user ? Peer.Owner : OtherThan(found);
                }
            }
        }

        return Peer.Stranger;
    }

    // Root can take the page over anyway, and may be a relay that is no stranger: that of Windows to its subsystem for
    // Linux, for example.
    private static Peer OtherThan(uint user) => user == Root ? Peer.Unknown : Peer.Stranger;

    private static uint? UserIn(string table, IPEndPoint there, IPEndPoint here)
    {
        (string local, string remote) = (TextOf(there, table), TextOf(here, table));
        try
        {
            foreach (string line in File.ReadLines(table))
            {
                string[] columns = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);

                // A socket without an inode has been closed by its program, and no longer tells its user.
                if (columns.Length > InodeColumn && columns[LocalColumn] == local && columns[RemoteColumn] == remote
                    && columns[InodeColumn] != "0")
                {
                    return uint.Parse(columns[UserColumn], CultureInfo.InvariantCulture);
                }
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or FormatException)
        {
            // Without IPv6 there is no second table. A peer that is in neither is a stranger.
        }

        return null;
    }

    // Each 4 bytes of the address as a number of this processor.
    private static string TextOf(IPEndPoint end, string table)
    {
        IPAddress address = table == s_tables[0] ? end.Address.MapToIPv4() : end.Address.MapToIPv6();
        byte[] bytes = address.GetAddressBytes();
        IEnumerable<string> words = Enumerable.Range(0, bytes.Length / sizeof(uint)).Select(
            i => BitConverter.ToUInt32(bytes, i * sizeof(uint)).ToString("X8", CultureInfo.InvariantCulture));
        return $"{string.Concat(words)}:{end.Port.ToString("X4", CultureInfo.InvariantCulture)}";
    }
}

/// <summary>Whose program is at the other end of a connection.</summary>
internal enum Peer
{
    /// <summary>The system does not tell.</summary>
    Unknown = 0,

    /// <summary>That of the user who owns the page.</summary>
    Owner = 1,

    /// <summary>That of another user.</summary>
    Stranger = 2,
}
