namespace Doppel.S3.Server;

/// <summary>What goes wrong with a connection before any request.</summary>
public enum ConnectFault
{
    /// <summary>Ended at once.</summary>
    Close,

    /// <summary>Reset when the first bytes have come; at once, a client may fail to connect at all.</summary>
    Reset,

    /// <summary>Nothing is read and nothing said.</summary>
    Stall,

    /// <summary>The first bytes are read and answered by a fatal alert of TLS (handshake failure).</summary>
    TlsAlert,
}
