// Shows the games of the page on a board. All texts are set as texts, never as markup.
"use strict";
(function () {
  var data = JSON.parse(document.getElementById("games").textContent);
  var points = data.points, ranks = data.ranks, files = data.files;
  var glyphs = points
    ? { K: "帅", A: "仕", B: "相", E: "相", N: "马", H: "马", R: "车", C: "炮", P: "兵",
        k: "将", a: "士", b: "象", e: "象", n: "馬", h: "馬", r: "車", c: "砲", p: "卒" }
    : { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
  var game = null, at = 0;

  // Pieces of more than one sign, like "+P", stay together; what is in hand stands behind.
  function begin(fen) {
    return fen.split(" ")[0].split("[")[0].split("/").map(function (text) {
      var row = [];
      (text.match(/\d+|\+?[^\d+~']['~]*/g) || []).forEach(function (word) {
        var gap = parseInt(word, 10);
        if (gap >= 0) while (gap-- > 0) row.push("");
        else row.push(word);
      });
      return row;
    });
  }

  function square(text) {
    var rank = parseInt(text.slice(1), 10);
    return [points ? 9 - rank : 8 - rank, text.charCodeAt(0) - 97];
  }

  function play(board, move) {
    var from = square(move.slice(0, 2)), to = square(move.slice(2, 4));
    var r = from[0], c = from[1], r2 = to[0], c2 = to[1];
    var piece = board[r][c], taken = board[r2][c2], kind = piece.toLowerCase();
    board[r][c] = "";
    if (!points && kind === "k" && (Math.abs(c2 - c) > 1 || taken === (piece === "K" ? "R" : "r"))) {
      var rook = piece === "K" ? "R" : "r", way = c2 > c ? 1 : -1, own = taken === rook, k = c + way;
      while (k >= 0 && k < files && board[r][k] !== rook) k += way;
      if (own) k = c2;
      if (k >= 0 && k < files && board[r][k] === rook) board[r][k] = "";
      var target = own ? (way > 0 ? 6 : 2) : c2;
      board[r][target] = piece;
      board[r][target - way] = rook;
      return;
    }
    if (!points && kind === "p" && c !== c2 && !taken) board[r][c2] = "";
    var into = move[4];
    board[r2][c2] = !into || points ? piece : piece === "P" ? into.toUpperCase() : into.toLowerCase();
  }

  function show() {
    var board = begin(game.p.length ? game.p[Math.min(at, game.p.length - 1)] : game.f), marked = [];
    if (!game.p.length) for (var i = 0; i < at; i++) play(board, game.m[i]);
    if (at > 0 && !game.p.length) marked = [square(game.m[at - 1].slice(0, 2)), square(game.m[at - 1].slice(2, 4))];
    var table = document.getElementById("board");
    table.textContent = "";
    for (var r = 0; r < ranks; r++) {
      var row = table.insertRow();
      for (var c = 0; c < files; c++) {
        var cell = row.insertCell(), piece = board[r][c] || "";
        cell.textContent = glyphs[piece] || piece;
        var classes = [];
        if (!points && (r + c) % 2) classes.push("d");
        if (points && piece && piece === piece.toUpperCase()) classes.push("r");
        if (marked.some(function (m) { return m[0] === r && m[1] === c; })) classes.push("x");
        cell.className = classes.join(" ");
      }
    }
    var spans = document.getElementById("moves").children;
    for (var n = 0; n < spans.length; n++) {
      spans[n].className = n + 1 === at ? "x" : "";
      if (n + 1 === at) spans[n].scrollIntoView({ block: "nearest" });
    }
    var hand = game.p.length ? /\[(.+)\]/.exec(game.p[Math.min(at, game.p.length - 1)]) : null;
    var text = at > 0 ? game.c[at - 1] || "" : "";
    document.getElementById("said").textContent = hand ? text + (text ? "; " : "") + "in hand: " + hand[1] : text;
  }

  // "+0.31 9 1.200": score, depth, seconds; nothing for a move of the opening.
  function said(text) {
    if (!text) return "opening";
    var parts = text.split(" ");
    var depth = parts[1] === "-" ? "" : ", depth " + parts[1];
    return (parts[0] === "-" ? "no score" : parts[0]) + depth + ", " + parts[2] + " s";
  }

  function words(text, sign) {
    return text ? text.split(sign) : [];
  }

  function open(number) {
    var chosen = data.games[number];
    game = { t: chosen.n ? chosen.t + "  " + chosen.n : chosen.t, f: chosen.f, o: chosen.o,
      m: words(chosen.m, " "), s: words(chosen.s, " "), c: words(chosen.c, "|").map(said), p: words(chosen.p, "|") };
    at = 0;
    document.getElementById("viewer").style.display = "flex";
    document.getElementById("which").textContent = game.t;
    var list = document.getElementById("moves");
    list.textContent = "";
    game.s.forEach(function (text, n) {
      var span = document.createElement("span");
      var ply = n + game.o;
      span.textContent = (ply % 2 === 0 ? ply / 2 + 1 + ". " : n === 0 ? (ply + 1) / 2 + "… " : "") + text + " ";
      span.onclick = function () { at = n + 1; show(); };
      list.appendChild(span);
    });
    show();
    document.getElementById("viewer").scrollIntoView({ block: "nearest" });
  }

  function step(by) {
    if (!game) return;
    at = Math.max(0, Math.min(game.m.length, at + by));
    show();
  }

  document.querySelectorAll("button[data-game]").forEach(function (button) {
    button.onclick = function () { open(button.dataset.game); };
  });
  document.getElementById("first").onclick = function () { step(-1e9); };
  document.getElementById("back").onclick = function () { step(-1); };
  document.getElementById("next").onclick = function () { step(1); };
  document.getElementById("last").onclick = function () { step(1e9); };
  document.addEventListener("keydown", function (event) {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
})();
