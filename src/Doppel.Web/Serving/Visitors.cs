using Microsoft.AspNetCore.Connections;

namespace Doppel.Web;

/// <summary>The open connections. Neither strangers nor connections without a request shut the owner out.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class Visitors(uint user)
{
    /// <summary>The most connections, apart from those of strangers.</summary>
    internal const int GuestsMax = 64;

    private const int StrangersMax = 8;

    private readonly Lock _gate = new();
    private readonly LinkedList<Visitor> _guests = [];
    private int _strangers;

    /// <summary>Serves a connection until its end.</summary>
    internal async Task Receive(ConnectionContext connection, ConnectionDelegate next)
    {
        var visitor = new Visitor(
            connection, PeerUser.Of(connection.RemoteEndPoint, connection.LocalEndPoint, user));
        if (!Enter(visitor))
        {
            connection.Abort();
            return;
        }

        try
        {
            connection.Features.Set(visitor);
            await next(connection);
        }
        finally
        {
            Leave(visitor);
        }
    }

    // If all places are taken, the connection that has waited longest without a request of the page makes room.
    private bool Enter(Visitor visitor)
    {
        lock (_gate)
        {
            if (visitor.Peer == Peer.Stranger)
            {
                bool hasRoom = _strangers < StrangersMax;
                _strangers += hasRoom ? 1 : 0;
                return hasRoom;
            }

            if (_guests.Count >= GuestsMax)
            {
                Visitor? idle = _guests.FirstOrDefault(static guest => !guest.IsAdmitted);
                if (idle is null)
                {
                    return false;
                }

                _guests.Remove(idle);
                idle.Connection.Abort();
            }

            _guests.AddLast(visitor);
            return true;
        }
    }

    private void Leave(Visitor visitor)
    {
        lock (_gate)
        {
            _strangers -= visitor.Peer == Peer.Stranger ? 1 : 0;
            _guests.Remove(visitor);
        }
    }
}

/// <summary>A connection and who is at its other end.</summary>
internal sealed class Visitor(ConnectionContext connection, Peer peer)
{
    private volatile bool _isAdmitted;

    internal ConnectionContext Connection => connection;

    /// <summary>Gets who is at the other end.</summary>
    internal Peer Peer => peer;

    /// <summary>Gets or sets whether a request of the page has arrived on it.</summary>
    internal bool IsAdmitted
    {
        get => _isAdmitted;
        set => _isAdmitted = value;
    }
}
