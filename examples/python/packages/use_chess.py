# packages: chess==1.11.2
# Counts positions to a depth, and plays a game of the first legal moves in order of their notation.
import timing
import chess


def count(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


def main():
    start = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    found = [count(start, depth) for depth in (1, 2)]
    board = chess.Board()
    game = []
    for turn in range(60):
        if board.is_game_over():
            break
        names = sorted(board.san(m) for m in board.legal_moves)
        name = names[turn * 7 % len(names)]
        game.append(name)
        board.push_san(name)
    return "%r %s %s" % (found, " ".join(game), board.fen())


timing.run(main)
